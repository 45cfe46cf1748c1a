/**
 * @file The grammar of .carom, plain-text files of sliding-robot puzzles
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/*
 * The scanner in src/scanner.c cuts the text into tokens, as carom's own
 * reader does it: what a line is shows from the line and what stands above it,
 * and a token from the key and the game it belongs to. The rules here build the
 * tree from them.
 *
 * Where carom reports a fault of the syntax, the scanner gives a `fault`, which
 * no rule takes: so each stands alone in an ERROR node. What it may stand in
 * for is optional here, so that nothing around it is torn apart.
 */
export default grammar({
  name: 'carom',

  externals: $ => [
    $.fault,
    $.comment,

    // Of no width: a line that is not blank, and what starts on it.
    $._line,
    $._puzzle,
    $._field,
    $._groups_field,
    $._board,
    $._solution,
    $._row,
    $._wall_row,
    $._stray,

    $._puzzle_word,
    $.game,
    $._quote,
    $.string_content,
    $.escape_sequence,

    $.key,
    $.user_key,
    $.unknown_key,
    $._colon,
    $._comma,

    $.text,
    $.number,
    $.none,
    $.rule,
    $.outcome,
    $.side,
    $.square,
    $.symbol,
    $.face,
    $.item,
    $.place,
    $.word,

    $.floor,
    $.block,
    $.wall,
    $.target,
    $.human,
    $.robot,
    $.piece,
    $.diagonal,
    $.tile,
    $.unknown_cell,

    $.pass,
    $.line,
    $.subject,
    $.direction,
  ],

  extras: $ => [$.comment, $._line, /[ \t\r\n\uFEFF]/],

  rules: {
    file: $ => seq(repeat($._entry), repeat($.puzzle)),

    puzzle: $ => seq($.header, repeat($._entry)),

    // puzzle lunar "First contact"
    header: $ => seq(
      $._puzzle,
      optional(alias($._puzzle_word, 'puzzle')),
      optional(field('game', $.game)),
      optional(field('name', $.string)),
    ),

    string: $ => seq(
      alias($._quote, '"'),
      repeat(choice($.string_content, $.escape_sequence)),
      alias($._quote, '"'),
    ),

    // A stray line is a fault; what starts it parts it from the line above.
    _entry: $ => choice($.field, $.board, $.solution, $._stray),

    field: $ => choice(
      seq($._field, $._key, optional(field('value', $._value))),
      // robots: R e5, G k7
      seq($._groups_field, $._key, optional($._groups)),
    ),

    _key: $ => seq(
      optional(field('key', choice($.key, $.user_key, $.unknown_key))),
      alias($._colon, ':'),
    ),

    _value: $ => choice($.text, $.none, repeat1($._word), repeat1($._move)),

    _groups: $ => seq(
      field('value', $.group),
      repeat(seq(alias($._comma, ','), field('value', $.group))),
    ),

    group: $ => repeat1($._word),

    _word: $ => choice(
      $.rule,
      $.outcome,
      $.number,
      $.side,
      $.square,
      $.target,
      $.symbol,
      $.face,
      $.robot,
      $.diagonal,
      $.tile,
      $.item,
      $.place,
      $.word,
    ),

    board: $ => seq($._board, $._key, repeat(choice($.row, $.wall_row))),

    row: $ => seq($._row, repeat1(choice($._cell, $.wall))),

    wall_row: $ => seq($._wall_row, repeat1($.wall)),

    _cell: $ => choice(
      $.floor,
      $.block,
      $.target,
      $.human,
      $.robot,
      $.piece,
      $.diagonal,
      $.tile,
      $.unknown_cell,
    ),

    solution: $ => seq($._solution, $._key, repeat($._move)),

    _move: $ => choice($.move, $.pass),

    // A>, a2>, 3>:^^>
    move: $ => seq(
      field('subject', choice($.human, $.robot, $.square, $.line, $.subject)),
      field('direction', $.direction),
      optional(field('walk', $.walk)),
    ),

    walk: $ => prec.right(seq(alias($._colon, ':'), repeat($.direction))),
  },
});
