/** Stores a text in the fragment of a link, which browsers do not send to a server. */

const KEY = 'text=';

/** Returns the fragment for a text: compressed with deflate, in base64url. */
export async function fragmentOf(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const base64 = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `#${KEY}${base64}`;
}

/** Returns the text in a fragment; null if there is none. */
export async function textOf(fragment: string): Promise<string | null> {
  const base64 = fragment.replace(/^#/, '');
  if (!base64.startsWith(KEY)) {
    return null;
  }
  try {
    const binary = atob(base64.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
