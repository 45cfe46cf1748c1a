/** Puzzles of other forms: into a deck by the clipboard, and out of it. */

import * as vscode from 'vscode';
import { argumentsAtCursor } from './client/arguments.ts';
import { servedEditor } from './client/served.ts';
import { asParagraph, type Copied, choices, type Pasted } from './forms.ts';

/** What the server makes of a text, if it knows its form. */
async function puzzleFromText(text: string): Promise<Pasted | null> {
  try {
    const found = await vscode.commands.executeCommand<Pasted | null>('carom.puzzleFromText', { text });
    return found ?? null;
  } catch {
    // No server is running, or an older one.
    return null;
  }
}

/** Puts the puzzle that is in the clipboard at the cursor. */
export async function insertFromClipboard(): Promise<void> {
  const editor = servedEditor('a .carom file');
  if (editor === null) {
    return;
  }
  const pasted = await puzzleFromText(await vscode.env.clipboard.readText());
  if (pasted === null) {
    void vscode.window.showInformationMessage(
      'There is no puzzle in the clipboard that carom can read; `carom convert --help` lists the forms.',
    );
    return;
  }
  const { document, selection } = editor;
  const before = document.getText(new vscode.Range(new vscode.Position(0, 0), selection.start));
  await editor.edit((edit) => edit.replace(selection, asParagraph(before, pasted.text)));
}

/** Copies the puzzle that the cursor is in, in a form that is chosen. */
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
 * Offers a pasted text as a puzzle, where the editor has paste providers (from
 * version 1.97 on, which is later than what is required).
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
      async provideDocumentPasteEdits(document, ranges, data) {
        const text = await data.get('text/plain')?.asString();
        const pasted = text === undefined ? null : await puzzleFromText(text);
        const start = ranges[0]?.start;
        if (pasted === null || start === undefined) {
          return [];
        }
        const before = document.getText(new vscode.Range(new vscode.Position(0, 0), start));
        const title = `Insert as a puzzle (from ${pasted.form})`;
        const edit = new DocumentPasteEdit(asParagraph(before, pasted.text), title, kind);
        // What was copied is pasted as it is, unless this is chosen.
        edit.yieldTo = [DocumentDropOrPasteEditKind.Text];
        return [edit];
      },
    },
    { providedPasteEditKinds: [kind], pasteMimeTypes: ['text/plain'] },
  );
}

/** What of the editor's types is not among those of the version required. */
interface Kind {
  append(...parts: string[]): Kind;
}
interface PasteTypes {
  DocumentDropOrPasteEditKind: { Empty: Kind; Text: Kind };
  DocumentPasteEdit: new (text: string, title: string, kind: Kind) => { yieldTo?: readonly Kind[] };
}
interface PasteLanguages {
  registerDocumentPasteEditProvider(
    selector: vscode.DocumentSelector,
    provider: {
      provideDocumentPasteEdits(
        document: vscode.TextDocument,
        ranges: readonly vscode.Range[],
        data: vscode.DataTransfer,
      ): Promise<object[]>;
    },
    metadata: { providedPasteEditKinds: Kind[]; pasteMimeTypes: string[] },
  ): vscode.Disposable;
}
