/** Converts puzzles of foreign formats: from the clipboard into a file, and back. */

import * as vscode from 'vscode';
import { argumentsAtCursor } from './client/arguments.ts';
import { servedEditor } from './client/served.ts';
import { type Copied, choices, insertion, ownPuzzles, type Pasted, type Point } from './formats.ts';

/** The MIME type that marks text copied from a puzzle file. */
const OWN = 'application/vnd.carom';

/** Converts a text in a foreign format to carom's format if the server recognises it. */
async function puzzleFromText(text: string): Promise<Pasted | null> {
  try {
    const found = await vscode.commands.executeCommand<Pasted | null>('carom.puzzleFromText', { text });
    return found ?? null;
  } catch {
    // No server is running, or it is too old.
    return null;
  }
}

/** Returns where to insert puzzles for a selected range, and the text with its blank lines. */
function placed(document: vscode.TextDocument, range: vscode.Range, text: string): [vscode.Range, string] {
  const lines = document.getText().split(/\r?\n/);
  const found = insertion(lines, range.start, range.end, text);
  const at = ({ line, character }: Point) => new vscode.Position(line, character);
  return [new vscode.Range(at(found.start), at(found.end)), found.text];
}

/** Inserts the puzzle in the clipboard at the cursor, or after the puzzle at the cursor. */
export async function insertFromClipboard(): Promise<void> {
  const editor = servedEditor('a .carom file');
  if (editor === null) {
    return;
  }
  const copied = await vscode.env.clipboard.readText();
  if (copied === '') {
    // A browser may deny access to the clipboard. It can be read there only when the user
    // presses a key.
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    void vscode.window.showInformationMessage(
      'carom cannot read the clipboard, or it is empty. Press Ctrl+V (⌘V) in the text: a pasted puzzle is converted.',
    );
    return;
  }
  const puzzles = (await puzzleFromText(copied))?.text ?? ownPuzzles(copied);
  if (puzzles === null) {
    void vscode.window.showInformationMessage(
      'There is no puzzle in the clipboard that carom can read; `carom convert --help` lists the formats.',
    );
    return;
  }
  const [range, text] = placed(editor.document, editor.selection, puzzles);
  await editor.edit((edit) => edit.replace(range, text));
  editor.revealRange(new vscode.Range(range.start, range.start));
}

/** Copies the puzzle at the cursor in a format that the user picks. */
export async function copyPuzzleAs(): Promise<void> {
  const place = argumentsAtCursor();
  if (place === null) {
    return;
  }
  const all = await vscode.commands.executeCommand<Copied[]>('carom.copyAs', ...place);
  const chosen = await vscode.window.showQuickPick(choices(all ?? []), {
    placeHolder: 'Copy the puzzle as…',
    matchOnDescription: true,
  });
  if (chosen?.text !== undefined) {
    await vscode.env.clipboard.writeText(chosen.text);
    vscode.window.setStatusBarMessage(`Copied as ${chosen.label}`, 3_000);
  }
}

/**
 * Converts a pasted puzzle of a foreign format. Requires paste providers (VS Code 1.97), which
 * is newer than the minimum version of the extension. The button after the paste offers the
 * original text.
 */
export function pasteProvider(): vscode.Disposable {
  const languages = vscode.languages as unknown as Partial<PasteLanguages>;
  const { DocumentPasteEdit, DocumentDropOrPasteEditKind } = vscode as unknown as Partial<PasteTypes>;
  if (
    languages.registerDocumentPasteEditProvider === undefined ||
    DocumentPasteEdit === undefined ||
    DocumentDropOrPasteEditKind === undefined
  ) {
    return new vscode.Disposable(() => {});
  }
  const kind = DocumentDropOrPasteEditKind.Empty.append('carom', 'puzzle');
  return languages.registerDocumentPasteEditProvider(
    { language: 'carom' },
    {
      // The rows of a board look like a foreign format, so text from a puzzle file is marked
      // and pasted unchanged.
      prepareDocumentPaste(_document, _ranges, data) {
        data.set(OWN, new vscode.DataTransferItem('carom'));
      },
      async provideDocumentPasteEdits(document, ranges, data) {
        const text = data.get(OWN) === undefined ? await data.get('text/plain')?.asString() : undefined;
        const pasted = text === undefined ? null : await puzzleFromText(text);
        const [first] = ranges;
        if (pasted === null || first === undefined) {
          return [];
        }
        const title = `Insert as a puzzle (from ${pasted.format})`;
        // Insert nothing at the cursor, which may be within a puzzle.
        const edit = new DocumentPasteEdit('', title, kind);
        edit.additionalEdit = new vscode.WorkspaceEdit();
        edit.additionalEdit.replace(document.uri, ...placed(document, first, pasted.text));
        return [edit];
      },
    },
    { providedPasteEditKinds: [kind], copyMimeTypes: [OWN], pasteMimeTypes: ['text/plain', OWN] },
  );
}

/** The part of the editor's API that the minimum version lacks. */
interface Kind {
  append(...parts: string[]): Kind;
}
interface PasteEdit {
  additionalEdit?: vscode.WorkspaceEdit;
}
interface PasteTypes {
  DocumentDropOrPasteEditKind: { Empty: Kind };
  DocumentPasteEdit: new (text: string, title: string, kind: Kind) => PasteEdit;
}
interface PasteLanguages {
  registerDocumentPasteEditProvider(
    selector: vscode.DocumentSelector,
    provider: {
      prepareDocumentPaste(
        document: vscode.TextDocument,
        ranges: readonly vscode.Range[],
        data: vscode.DataTransfer,
      ): void;
      provideDocumentPasteEdits(
        document: vscode.TextDocument,
        ranges: readonly vscode.Range[],
        data: vscode.DataTransfer,
      ): Promise<object[]>;
    },
    metadata: { providedPasteEditKinds: Kind[]; copyMimeTypes: string[]; pasteMimeTypes: string[] },
  ): vscode.Disposable;
}
