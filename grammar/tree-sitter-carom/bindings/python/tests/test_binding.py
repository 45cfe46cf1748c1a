from unittest import TestCase

import tree_sitter_carom
from tree_sitter import Language, Parser, Query

DECK = b"""puzzle lunar "One"
  board:
    @ . + A
"""


class TestLanguage(TestCase):
    language = Language(tree_sitter_carom.language())

    def test_the_grammar_reads_a_deck(self):
        root = Parser(self.language).parse(DECK).root_node
        self.assertEqual(root.type, "file")
        self.assertFalse(root.has_error)
        self.assertIn("(human)", str(root))

    def test_the_queries_are_those_of_the_grammar(self):
        for name in ["HIGHLIGHTS", "INJECTIONS", "LOCALS", "TAGS"]:
            Query(self.language, getattr(tree_sitter_carom, f"{name}_QUERY"))
