/** The rules in WebAssembly: `packaging/wasm/page`. Without the solver there is no `remaining`. */
declare module 'carom-core' {
  export function initSync(from: { readonly module: WebAssembly.Module }): unknown;
  export function board(text: string): string;
  export function solution(text: string, result: string, solution: string): string;
  export function play(text: string, result: string, solution: string, moves: string): string;
  export function remaining(text: string, moves: string): string;
}

/** The script of the worker that searches; empty without the solver. */
declare module 'carom-worker' {
  const script: string;
  export default script;
}
