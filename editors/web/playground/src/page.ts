/** Downloads the program of saved pages from this site when the user saves one. */

import type { PageProgram } from 'carom-wasm';

async function download(name: string): Promise<Response> {
  const response = await fetch(new URL(`page/${name}`, import.meta.url));
  if (!response.ok) {
    throw new Error(`cannot download ${name}: status ${response.status}`);
  }
  return response;
}

/** Downloads the program of a page, with or without the solver. */
export async function downloadProgram(kind: 'rules' | 'solver'): Promise<PageProgram> {
  const text = async (name: string) => (await download(name)).text();
  const bytes = async (name: string) => new Uint8Array(await (await download(name)).arrayBuffer());
  const [bindings, script, core, style, loader] = await Promise.all([
    text(`${kind}.js`),
    text('page.js'),
    bytes(`${kind}.wasm.deflate`),
    text('page.css'),
    text('loader.js'),
  ]);
  return { script: bindings + script, core, style, loader };
}
