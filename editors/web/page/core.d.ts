/**
 * The rules in WebAssembly: `packaging/wasm/page`. The variant without the solver has no
 * `remaining`.
 */
declare module 'carom-core' {
  export function initSync(from: { readonly module: WebAssembly.Module }): unknown;
  export function board(text: string): string;
  export function guide(text: string): string;
  export function solution(text: string, result: string, solution: string): string;
  export function play(text: string, result: string, solution: string, moves: string): string;
  export function remaining(text: string, moves: string): string;
}
