/** Unpacks a part of the page, which is compressed by `deflate` and encoded in base64. */

export function unpack(id: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return inflate(Uint8Array.from(atob(textOf(id)), (char) => char.charCodeAt(0)));
}

/** The same for the program, which is encoded in base 85. */
export function unpack85(id: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = textOf(id);
  const values = new Map<number, number>();
  for (let code = 33; code < 127; code++) {
    if (!'"&\'<>\\`-/'.includes(String.fromCharCode(code))) {
      values.set(code, values.size);
    }
  }
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    let group = 0;
    for (let digit = at; digit < at + 5; digit++) {
      group = group * 85 + (values.get(text.charCodeAt(digit)) ?? 84);
    }
    bytes.set([24, 16, 8, 0].map((bits) => group / 2 ** bits).slice(0, bytes.length - to), to);
  }
  return inflate(bytes);
}

const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';

function inflate(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
}
