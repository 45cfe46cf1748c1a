/** Unpacks a part of the page, which is compressed by `deflate` and encoded in base64. */

export function unpack(id: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = document.getElementById(id)?.textContent ?? '';
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
}
