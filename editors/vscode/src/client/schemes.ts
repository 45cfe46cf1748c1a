/** Which documents the server takes, by the scheme of their addresses. */

/** Schemes of documents that can be written, wherever the editor runs. */
const WRITABLE: readonly string[] = ['file', 'untitled', 'vscode-vfs', 'vscode-remote'];

/**
 * The schemes of the documents that the server takes: those that can be written,
 * and those of the workspace's folders, unless nothing can be written there. What
 * version control shows of an older version is not among them: an edit of it is
 * lost, and findings in it would look like findings in the file itself.
 */
export function servedSchemes(
  folders: readonly string[],
  isWritable: (scheme: string) => boolean | undefined,
): string[] {
  const others = folders.filter((scheme) => isWritable(scheme) !== false);
  return [...new Set([...WRITABLE, ...others])];
}
