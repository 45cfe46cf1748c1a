// What the TextMate grammar says about a text.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

/** Reads the grammar in `folder`, with the engine of VS Code. */
export async function readGrammar(folder) {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const source = readFileSync(join(folder, 'carom.tmLanguage.json'), 'utf8');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(source, 'carom.json'),
  });
  return registry.loadGrammar('source.carom');
}

/** For each line the row of the table of each character, by its innermost scope in the table; -1 for none. */
export function rowsByScopes(grammar, rows, lines) {
  const rowOf = scope => rows.findIndex(row => scope === row.scope || scope.startsWith(`${row.scope}.`));
  let state = textmate.INITIAL;
  return lines.map(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const found = Array(line.length).fill(-1);
    for (const { startIndex, endIndex, scopes } of tokens) {
      found.fill(scopes.map(rowOf).findLast(row => row >= 0) ?? -1, startIndex, endIndex);
    }
    return found;
  });
}
