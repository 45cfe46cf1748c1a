/** Expands a snippet with its default placeholders, once for each choice. */
export function expand(body: string): string[] {
  const plain = body.replace(/\$0/g, '').replace(/\$\{\d+:([^}]*)\}/g, '$1');
  const choice = /\$\{\d+\|([^|]*)\|\}/.exec(plain);
  if (choice === null) {
    return [plain];
  }
  const [whole, words = ''] = choice;
  return words.split(',').flatMap((word) => expand(plain.replace(whole, () => word)));
}
