/** Stores a text in the fragment of a link, which browsers do not send to a server. */

const KEY = 'text=';

/** The maximum size of a text in bytes. A short link can hold many megabytes of one character. */
const MOST = 256 << 10;

/** Returns the fragment for a text: compressed with deflate, in base64url. */
export async function fragmentOf(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const base64 = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `#${KEY}${base64}`;
}

/** Returns the text in a fragment, or null without a fragment. Throws what is wrong with a link. */
export async function textOf(fragment: string): Promise<string | null> {
  const base64 = fragment.replace(/^#/, '');
  if (base64 === '') {
    return null;
  }
  if (!base64.startsWith(KEY)) {
    throw new Error('This link holds no text. It should contain “#text=” and the text.');
  }
  let text = '';
  let size = 0;
  try {
    const binary = atob(base64.slice(KEY.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done && size <= MOST; part = await reader.read()) {
      size += part.value.length;
      text += decoder.decode(part.value, { stream: true });
    }
    if (size > MOST) {
      void reader.cancel();
    } else {
      text += decoder.decode();
    }
  } catch {
    throw new Error('This link is damaged or incomplete. Copy the whole link again.');
  }
  if (size > MOST) {
    throw new Error(`This link holds more than ${MOST >> 10} KB of text, which is too much.`);
  }
  return text;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
