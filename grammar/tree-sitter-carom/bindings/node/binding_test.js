import assert from "node:assert";
import { test } from "node:test";
import Parser from "tree-sitter";
import carom from "./index.js";

const deck = `puzzle lunar "One"
  board:
    @ . + A
`;

test("the grammar is loaded and reads a deck", () => {
  const parser = new Parser();
  parser.setLanguage(carom);
  const { rootNode } = parser.parse(deck);
  assert.equal(rootNode.type, "file");
  assert.ok(!rootNode.hasError);
  assert.equal(rootNode.descendantsOfType("human")[0].text, "@");
});

test("the queries are those of the grammar", () => {
  for (const name of ["HIGHLIGHTS", "INJECTIONS", "LOCALS", "TAGS"]) {
    assert.ok(new Parser.Query(carom, carom[`${name}_QUERY`]), name);
  }
});

test("the types of nodes are there", () => {
  assert.ok(carom.nodeTypeInfo.some(({ type }) => type === "puzzle"));
});
