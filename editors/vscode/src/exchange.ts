/** Puzzles of foreign formats: into a deck by the clipboard, and out of it. */

import * as vscode from 'vscode';
import { argumentsAtCursor } from './client/arguments.ts';
import { servedEditor } from './client/served.ts';
import { type Copied, choices, insertion, type Pasted, type Point } from './formats.ts';

/** The type of the mark on what was copied from a puzzle file. */
const OWN = 'application/vnd.carom';

/** What the server makes of a text, if it recognises its format. */
async function puzzleFromText(text: string): Promise<Pasted | null> {
  try {
    const found = await vscode.commands.executeCommand<Pasted | null>('carom.puzzleFromText', { text });
    return found ?? null;
  } catch {
    // No server is running, or an older one.
    return null;
  }
}

/** Where the text of puzzles goes that is put where a range is, and with what around it. */
function placed(document: vscode.TextDocument, range: vscode.Range, text: string): [vscode.Range, string] {
  const lines = document.getText().split(/\r?\n/);
  const found = insertion(lines, range.start, range.end, text);
  const at = ({ line, character }: Point) => new vscode.Position(line, character);
  return [new vscode.Range(at(found.start), at(found.end)), found.text];
}

/** Puts the puzzle that is in the clipboard where the cursor is, or behind the puzzle that it is in. */
export async function insertFromClipboard(): Promise<void> {
  const editor = servedEditor('a .carom file');
  if (editor === null) {
    return;
  }
  const copied = await vscode.env.clipboard.readText();
  if (copied === '') {
    // A browser may refuse: only a key of the user may read the clipboard there.
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    void vscode.window.showInformationMessage(
      'carom cannot read the clipboard, or it is empty. Press Ctrl+V (⌘V) in the text: a pasted puzzle is converted.',
    );
    return;
  }
  const pasted = await puzzleFromText(copied);
  if (pasted === null) {
    void vscode.window.showInformationMessage(
      'There is no puzzle in the clipboard that carom can read; `carom convert --help` lists the formats.',
    );
    return;
  }
  const [range, text] = placed(editor.document, editor.selection, pasted.text);
  await editor.edit((edit) => edit.replace(range, text));
  editor.revealRange(new vscode.Range(range.start, range.start));
}

/** Copies the puzzle that the cursor is in, in a chosen format. */
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
 * Converts a pasted puzzle of a foreign format, where the editor has paste providers
 * (from version 1.97 on, which is later than what is required). The button after the
 * paste offers the text as it was copied.
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
      // The rows of a board look like a foreign format. What comes from a puzzle file is
      // pasted as it is.
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
        // Nothing goes where the cursor is, which may be within a puzzle.
        const edit = new DocumentPasteEdit('', title, kind);
        edit.additionalEdit = new vscode.WorkspaceEdit();
        edit.additionalEdit.replace(document.uri, ...placed(document, first, pasted.text));
        return [edit];
      },
    },
    { providedPasteEditKinds: [kind], copyMimeTypes: [OWN], pasteMimeTypes: ['text/plain', OWN] },
  );
}

/** What of the editor's types is not among those of the version required. */
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
