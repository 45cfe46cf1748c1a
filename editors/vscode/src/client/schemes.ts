/** URI schemes of the documents that are synchronised with the server. */

/** Schemes of writable documents, wherever the editor runs. */
const WRITABLE: readonly string[] = ['file', 'untitled', 'vscode-vfs', 'vscode-remote'];

/**
 * Returns the schemes of the documents that are synchronised with the server:
 * the writable ones, and those of the workspace folders unless these are
 * read-only. Older versions from version control are excluded: edits of them
 * are lost, and their diagnostics would look like those of the file itself.
 */
export function servedSchemes(
  folders: readonly string[],
  isWritable: (scheme: string) => boolean | undefined,
): string[] {
  const others = folders.filter((scheme) => isWritable(scheme) !== false);
  return [...new Set([...WRITABLE, ...others])];
}
