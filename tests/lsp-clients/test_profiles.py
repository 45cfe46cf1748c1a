"""Tests the server with the client profiles of Neovim, VS Code and Emacs.

Run `CAROM=target/release/carom python -m pytest tests/lsp-clients`. Messages that the
protocol does not allow for the capabilities of a profile are errors.
"""

import asyncio
import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

CAROM = os.environ.get("CAROM", "carom")
URI = "untitled:deck.carom"
TEXT = """\
puzzle lunar "First contact"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
  solution: @^ @< @v @<
"""
DOCUMENT = types.TextDocumentIdentifier(uri=URI)
WHOLE = types.Range(types.Position(0, 0), types.Position(9, 0))


# Requests of the server, each only to editors that declare its support.
ASKED = [
    types.CLIENT_REGISTER_CAPABILITY,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
]


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[CAROM, "lsp"]),
    params=["neovim", "visual-studio-code", "emacs"],
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient):
    for method in ASKED:
        lsp_client.feature(method)(lambda *_: None)
    params = types.InitializeParams(capabilities=client_capabilities(request.param))
    lsp_client.initialized_with = await lsp_client.initialize_session(params)
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=URI, language_id="carom", version=1, text=TEXT)
        )
    )
    yield
    await lsp_client.shutdown_session()


async def until(wanted):
    """Waits until `wanted` returns a true value, and returns that."""
    for _ in range(6000):
        if found := await wanted():
            return found
        await asyncio.sleep(0.01)
    raise TimeoutError


async def test_server_identifies_itself(client: LanguageClient):
    assert client.initialized_with.server_info.name == "carom"


async def test_wrong_claim_is_reported_and_fixed(client: LanguageClient):
    async def mismatch():
        reported = client.diagnostics.get(URI, [])
        return [d for d in reported if d.code == "moves-mismatch"]

    [diagnostic] = await until(mismatch)
    assert diagnostic.range.start.line == 1
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            DOCUMENT, diagnostic.range, types.CodeActionContext(diagnostics=[diagnostic])
        )
    )
    assert "record `moves: 4`" in [action.title for action in actions]


async def test_hover_shows_answer(client: LanguageClient):
    async def answer():
        hover = await client.text_document_hover_async(
            types.HoverParams(DOCUMENT, types.Position(0, 3))
        )
        return "4 moves" in hover.contents.value and hover

    await until(answer)


async def test_automatic_requests_are_answered(client: LanguageClient):
    async def resolved(lens):
        # Editors that resolve lenses receive their positions first.
        return lens if lens.command else await client.code_lens_resolve_async(lens)

    async def lenses_now():
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
        return [await resolved(lens) for lens in lenses]

    async def answered():
        lenses = await lenses_now()
        return lenses[0].command.title.startswith("4 moves")

    await until(answered)
    # The answer may arrive after the positions and before the titles, so ask again, as editors do
    # after a refresh. The solution is optimal, so only the number can be recorded.
    lenses = await lenses_now()
    assert [lens.command.command for lens in lenses] == ["", "carom.recordMoves"]
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(DOCUMENT)
    )
    assert [symbol.name for symbol in symbols] == ["First contact"]
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(DOCUMENT)
    )
    assert (0, 8) in [(fold.start_line, fold.end_line) for fold in folds]
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(DOCUMENT)
    )
    assert len(tokens.data) % 5 == 0 and list(tokens.data[:3]) == [0, 0, 6]
    moves = await client.text_document_completion_async(
        types.CompletionParams(DOCUMENT, types.Position(8, 12))
    )
    items = moves if isinstance(moves, list) else moves.items
    assert [item.label for item in items] == ["@^", "Av"]
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            DOCUMENT, types.FormattingOptions(tab_size=2, insert_spaces=True)
        )
    )
    assert not edits
