/* Cuts a .carom file into tokens.
 *
 * What the next token is depends on the text and on the state kept here, and
 * never on what the parser would take: so the tokens are the same in a correct
 * file and behind an error. Each line that is not blank starts with a token of
 * no width, for which the whole line is looked at; the state then says what the
 * line is, and how many characters of it are yet to be read. */
#include "line.h"
#include "tree_sitter/alloc.h"
#include "tree_sitter/array.h"
#include "tree_sitter/parser.h"

/* In the order of `externals` in grammar.js. */
typedef enum {
  FAULT,
  COMMENT,
  LINE_START,
  PUZZLE,
  FIELD,
  GROUPS_FIELD,
  BOARD_FIELD,
  SOLUTION_FIELD,
  ROW,
  WALL_ROW,
  STRAY,
  PUZZLE_WORD,
  GAME,
  QUOTE,
  STRING_CONTENT,
  ESCAPE_SEQUENCE,
  KNOWN_KEY,
  USER_KEY,
  UNKNOWN_KEY,
  COLON,
  COMMA,
  TEXT_VALUE,
  NUMBER,
  NONE,
  RULE,
  OUTCOME,
  SIDE,
  SQUARE,
  SYMBOL,
  FACE,
  ITEM,
  PLACE,
  WORD,
  FLOOR,
  BLOCK,
  WALL,
  TARGET,
  HUMAN,
  ROBOT,
  PIECE,
  DIAGONAL,
  TILE,
  UNKNOWN_CELL,
  PASS,
  LINE_OF_BOARD,
  SUBJECT,
  DIRECTION,
} Token;

/* What is read next. */
typedef enum {
  AT_LINE,
  AT_KIND,
  AT_PUZZLE_WORD,
  AT_GAME,
  AT_NAME,
  IN_NAME,
  AFTER_NAME,
  AT_KEY,
  AT_COLON,
  AT_VALUE,
  AT_DIRECTION,
  IN_WALK,
  BEFORE_ROW,
  IN_ROW,
  IN_STRAY,
  AT_END,
} Phase;

typedef struct {
  /* Of the file. */
  uint8_t is_in_puzzle;
  uint8_t game;
  uint8_t context;
  uint8_t is_behind_first_line;
  /* Of the line. */
  uint8_t phase;
  uint8_t kind;
  uint8_t key;
  uint8_t is_at_fault;
  uint8_t has_name;
  uint8_t has_comment;
  /* Of a value in groups. */
  uint8_t has_group;
  uint8_t is_in_group;
  /* How many characters of the content are left, and of the key. */
  uint32_t left;
  uint32_t key_length;
} State;

typedef struct {
  State state;
  Array(int32_t) buffer;
} Scanner;

#define BYTE_ORDER_MARK 0xFEFF

static bool is_line_end(TSLexer *lexer) {
  return lexer->lookahead == '\n' || lexer->lookahead == '\r' || lexer->eof(lexer);
}

/* A line feed, a carriage return or both. */
static void skip_line_end(TSLexer *lexer) {
  if (lexer->lookahead == '\r') lexer->advance(lexer, true);
  else if (lexer->lookahead != '\n') return;
  if (lexer->lookahead == '\n') lexer->advance(lexer, true);
}

/* Takes the next character of the content into the token. */
static int32_t take(Scanner *s, TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  lexer->advance(lexer, false);
  s->state.left--;
  return c;
}

static bool token(TSLexer *lexer, Token kind) {
  lexer->mark_end(lexer);
  lexer->result_symbol = kind;
  return true;
}

static bool take_all(Scanner *s, TSLexer *lexer, Token kind) {
  while (s->state.left > 0) take(s, lexer);
  return token(lexer, kind);
}

static bool take_one(Scanner *s, TSLexer *lexer, Token kind) {
  take(s, lexer);
  return token(lexer, kind);
}

static void skip_blanks(Scanner *s, TSLexer *lexer) {
  while (s->state.left > 0 && is_blank(lexer->lookahead)) {
    lexer->advance(lexer, true);
    s->state.left--;
  }
}

static Slice buffer(Scanner *s) { return (Slice){s->buffer.contents, s->buffer.size}; }

/* ---- Lines ---- */

/* Whether a value has to stand after this key. */
static bool needs_value(Key key) {
  Shape shape = KEYS[key].shape;
  return shape == WORDS || shape == GROUPS || shape == CLAIM;
}

static void start_key(State *state, Slice content) {
  uint32_t length = key_length(content);
  Key key = key_of(until(content, length));
  /* Behind the blanks before the colon, and the colon itself. */
  Slice value = from(without_blanks(from(content, length)), 1);
  bool is_empty = without_blanks(value).length == 0;
  state->key = key;
  state->key_length = length;
  bool is_misplaced = !state->is_in_puzzle && !is_key_of_file(key);
  state->is_at_fault = is_misplaced || (is_empty && needs_value(key));
  state->context = key == KEY_BOARD ? IN_BOARD : key == KEY_SOLUTION ? IN_SOLUTION : IN_NOTHING;
}

static void start_puzzle(State *state, Slice content) {
  Slice rest = without_blanks(from(content, PUZZLE_LENGTH));
  uint32_t end = 0;
  while (end < rest.length && !is_blank(rest.at[end]) && rest.at[end] != '"') end++;
  bool is_small = is_word(until(content, PUZZLE_LENGTH), "puzzle");
  state->is_in_puzzle = true;
  state->game = game_of(until(rest, end));
  state->is_at_fault = !is_small || end == 0;
  state->has_name = string_length(without_blanks(from(rest, end))) > 0;
  state->context = IN_NOTHING;
}

/* Passes blank lines and looks at the next one. */
static bool start_line(Scanner *s, TSLexer *lexer) {
  State *state = &s->state;
  for (;;) {
    /* The library itself passes a byte-order mark before the file. */
    if (state->is_behind_first_line && lexer->lookahead == BYTE_ORDER_MARK) lexer->advance(lexer, true);
    state->is_behind_first_line = true;
    lexer->mark_end(lexer);
    array_clear(&s->buffer);
    while (!is_line_end(lexer)) {
      array_push(&s->buffer, lexer->lookahead);
      lexer->advance(lexer, false);
    }
    if (without_blanks(buffer(s)).length > 0) break;
    state->context = IN_NOTHING;
    if (lexer->eof(lexer)) return false;
    skip_line_end(lexer);
  }
  Line line = line_of(buffer(s), (Context)state->context);
  state->kind = line.kind;
  state->has_comment = line.has_comment;
  state->left = line.content.length;
  state->phase = AT_KIND;
  if (line.kind == LINE_KEY) start_key(state, line.content);
  if (line.kind == LINE_PUZZLE) start_puzzle(state, line.content);
  if (line.kind == LINE_STRAY) state->context = IN_NOTHING;
  lexer->result_symbol = LINE_START;
  return true;
}

/* The token that says what the line is. */
static bool start_kind(Scanner *s, TSLexer *lexer) {
  State *state = &s->state;
  bool is_of_board = state->kind == LINE_ROW || state->kind == LINE_WALL_ROW;
  /* In a board, a tab is a fault. */
  while (is_blank(lexer->lookahead) && !(is_of_board && lexer->lookahead == '\t')) {
    lexer->advance(lexer, true);
  }
  switch ((LineKind)state->kind) {
    case LINE_PUZZLE:
      state->phase = AT_PUZZLE_WORD;
      return token(lexer, PUZZLE);
    case LINE_KEY:
      state->phase = AT_KEY;
      if (state->key == KEY_BOARD) return token(lexer, BOARD_FIELD);
      if (state->key == KEY_SOLUTION) return token(lexer, SOLUTION_FIELD);
      return token(lexer, KEYS[state->key].shape == GROUPS ? GROUPS_FIELD : FIELD);
    case LINE_ROW:
      state->phase = BEFORE_ROW;
      return token(lexer, ROW);
    case LINE_WALL_ROW:
      state->phase = BEFORE_ROW;
      return token(lexer, WALL_ROW);
    case LINE_STRAY:
      state->phase = IN_STRAY;
      return token(lexer, STRAY);
    case LINE_COMMENT:
      state->phase = AT_END;
      return false;
    case LINE_MOVES:
      state->phase = AT_VALUE;
      return false;
  }
  return false;
}

/* A comment, if there is one; then the line is over. */
static bool end_line(Scanner *s, TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (s->state.has_comment) {
    s->state.has_comment = false;
    while (!is_line_end(lexer)) lexer->advance(lexer, false);
    return token(lexer, COMMENT);
  }
  s->state.phase = AT_LINE;
  skip_line_end(lexer);
  return false;
}

/* ---- Headers ---- */

static bool puzzle_word(Scanner *s, TSLexer *lexer) {
  s->state.phase = AT_GAME;
  for (int i = 0; i < PUZZLE_LENGTH; i++) take(s, lexer);
  return token(lexer, s->state.is_at_fault ? FAULT : PUZZLE_WORD);
}

static bool game(Scanner *s, TSLexer *lexer) {
  s->state.phase = AT_NAME;
  skip_blanks(s, lexer);
  if (s->state.left == 0 || lexer->lookahead == '"') return false;
  while (s->state.left > 0 && !is_blank(lexer->lookahead) && lexer->lookahead != '"') take(s, lexer);
  return token(lexer, GAME);
}

static bool open_name(Scanner *s, TSLexer *lexer) {
  s->state.phase = s->state.has_name ? IN_NAME : AFTER_NAME;
  skip_blanks(s, lexer);
  return s->state.has_name && take_one(s, lexer, QUOTE);
}

/* A part of a name: its closing quote, an escape, or what stands between. */
static bool in_name(Scanner *s, TSLexer *lexer) {
  bool is_empty = true;
  for (;; is_empty = false) {
    lexer->mark_end(lexer);
    if (lexer->lookahead == '"') {
      if (!is_empty) break;
      s->state.phase = AFTER_NAME;
      return take_one(s, lexer, QUOTE);
    }
    bool is_backslash = take(s, lexer) == '\\';
    if (!is_backslash || (lexer->lookahead != '"' && lexer->lookahead != '\\')) continue;
    if (is_empty) return take_one(s, lexer, ESCAPE_SEQUENCE);
    s->state.left++;
    break;
  }
  lexer->result_symbol = STRING_CONTENT;
  return true;
}

/* Nothing may stand after the name, nor an opening quote alone. */
static bool after_name(Scanner *s, TSLexer *lexer) {
  s->state.phase = AT_END;
  skip_blanks(s, lexer);
  return s->state.left > 0 && take_all(s, lexer, FAULT);
}

/* ---- Keys and values ---- */

static bool key(Scanner *s, TSLexer *lexer) {
  State *state = &s->state;
  state->phase = AT_COLON;
  for (uint32_t i = 0; i < state->key_length; i++) take(s, lexer);
  if (state->key == KEY_USER) return token(lexer, USER_KEY);
  if (state->key == KEY_UNKNOWN) return token(lexer, UNKNOWN_KEY);
  return token(lexer, state->is_at_fault ? FAULT : KNOWN_KEY);
}

static bool colon(Scanner *s, TSLexer *lexer) {
  s->state.phase = AT_VALUE;
  s->state.has_group = false;
  s->state.is_in_group = false;
  skip_blanks(s, lexer);
  return take_one(s, lexer, COLON);
}

static bool claim(Scanner *s, TSLexer *lexer) {
  array_clear(&s->buffer);
  while (s->state.left > 0) array_push(&s->buffer, take(s, lexer));
  Slice value = buffer(s);
  return token(lexer, is_word(value, "none") ? NONE : is_claim(value) ? NUMBER : FAULT);
}

/* A comma with nothing beside it is a fault, and so is each one before the
 * first group. */
static bool comma(Scanner *s, TSLexer *lexer) {
  take(s, lexer);
  lexer->mark_end(lexer);
  uint32_t left = s->state.left;
  while (left > 0 && is_blank(lexer->lookahead)) {
    lexer->advance(lexer, false);
    left--;
  }
  bool is_empty = left == 0 || lexer->lookahead == ',';
  s->state.is_in_group = false;
  lexer->result_symbol = is_empty || !s->state.has_group ? FAULT : COMMA;
  return true;
}

/* What a word is under a key; the first in its group where that matters. */
static Token word_token(Slice word, Key key, bool is_first) {
  static const char *const PLACES[] = {"hand", "opponent"};
  int32_t glyph = word.length == 1 ? word.at[0] : 0;
  switch (key) {
    case KEY_RULES:
      return is_rule(word) ? RULE : WORD;
    case KEY_RESULT:
      return is_outcome(word) ? OUTCOME : is_number(word) ? NUMBER : WORD;
    case KEY_TO_MOVE:
      return glyph == 'H' || glyph == 'V' ? SIDE : WORD;
    case KEY_TARGET:
      if (is_small(glyph) || glyph == '*') return TARGET;
      return is_square(word) ? SQUARE : is_symbol(word) ? SYMBOL : WORD;
    case KEY_TILES:
      return is_face(word) ? FACE : WORD;
    case KEY_ROBOTS:
      return is_robot(glyph) ? ROBOT : is_square(word) ? SQUARE : WORD;
    case KEY_DIAGONALS:
      return glyph == '/' || glyph == '\\' ? DIAGONAL : is_square(word) ? SQUARE : WORD;
    case KEY_PLAYER:
      return is_square(word) ? SQUARE : WORD;
    case KEY_HAND:
    case KEY_OPPONENT_HAND:
      return is_tile(glyph) ? TILE : WORD;
    case KEY_ITEMS:
      if (is_first) return ITEM;
      return is_square(word) ? SQUARE : IS_ONE_OF(word, PLACES) ? PLACE : WORD;
    case KEY_QUESTS:
      return ITEM;
    default:
      return WORD;
  }
}

static bool word(Scanner *s, TSLexer *lexer) {
  State *state = &s->state;
  bool is_in_groups = KEYS[state->key].shape == GROUPS;
  if (is_in_groups && lexer->lookahead == ',') return comma(s, lexer);
  array_clear(&s->buffer);
  while (state->left > 0 && !is_blank(lexer->lookahead) && !(is_in_groups && lexer->lookahead == ',')) {
    array_push(&s->buffer, take(s, lexer));
    /* The letter before a diagonal is a token of its own. */
    bool is_colour = state->key == KEY_DIAGONALS && s->buffer.size == 1 && is_capital(s->buffer.contents[0]);
    if (is_colour && state->left > 0 && (lexer->lookahead == '/' || lexer->lookahead == '\\')) {
      state->has_group = state->is_in_group = true;
      return token(lexer, ROBOT);
    }
  }
  bool is_first = !state->is_in_group;
  state->has_group = state->is_in_group = true;
  return token(lexer, word_token(buffer(s), (Key)state->key, is_first));
}

/* ---- Moves ---- */

static Token subject_token(Slice subject, Game game) {
  int32_t glyph = subject.length == 1 ? subject.at[0] : 0;
  switch (game) {
    case LUNAR:
      if (glyph == '@' || (is_digit(glyph) && glyph != '0')) return HUMAN;
      return is_capital(glyph) ? ROBOT : is_square(subject) ? SQUARE : SUBJECT;
    case RICOCHET:
      return is_capital(glyph) ? ROBOT : is_square(subject) ? SQUARE : SUBJECT;
    case SLIDER:
      return is_square(subject) ? SQUARE : SUBJECT;
    case RUSH:
      return is_file(glyph) || is_rank(subject) ? LINE_OF_BOARD : SUBJECT;
    case TILT:
    case NO_GAME:
      break;
  }
  return SUBJECT;
}

/* A pass, the subject of a move, or a word that is no move. */
static bool move(Scanner *s, TSLexer *lexer) {
  State *state = &s->state;
  uint32_t left = state->left;
  bool is_in_subject = true;
  array_clear(&s->buffer);
  while (left > 0 && !is_blank(lexer->lookahead)) {
    is_in_subject = is_in_subject && lexer->lookahead != ':';
    /* The last character before the walk is the direction. */
    if (is_in_subject) lexer->mark_end(lexer);
    array_push(&s->buffer, lexer->lookahead);
    lexer->advance(lexer, false);
    left--;
  }
  uint32_t length = subject_length(buffer(s));
  /* A direction alone has a subject without a character. Only a game can say that it is no move. */
  if (length == 0 && !is_bare(buffer(s))) {
    state->left = left;
    return token(lexer, is_pass(buffer(s)) ? PASS : FAULT);
  }
  state->left -= length;
  state->phase = AT_DIRECTION;
  lexer->result_symbol = subject_token(until(buffer(s), length), (Game)state->game);
  return true;
}

static bool direction(Scanner *s, TSLexer *lexer) {
  take(s, lexer);
  s->state.phase = s->state.left > 0 && lexer->lookahead == ':' ? IN_WALK : AT_VALUE;
  return token(lexer, DIRECTION);
}

static bool in_walk(Scanner *s, TSLexer *lexer) {
  if (s->state.left > 0 && lexer->lookahead == ':') return take_one(s, lexer, COLON);
  if (s->state.left > 0 && !is_blank(lexer->lookahead)) return take_one(s, lexer, DIRECTION);
  s->state.phase = AT_VALUE;
  return false;
}

static bool value(Scanner *s, TSLexer *lexer) {
  skip_blanks(s, lexer);
  if (s->state.left == 0) {
    s->state.phase = AT_END;
    return false;
  }
  switch (KEYS[s->state.key].shape) {
    case TEXT:
      return take_all(s, lexer, TEXT_VALUE);
    case CLAIM:
      return claim(s, lexer);
    case MOVES:
      return move(s, lexer);
    case BOARD:
      return take_all(s, lexer, FAULT);
    case WORDS:
    case GROUPS:
      return word(s, lexer);
  }
  return false;
}

/* ---- Boards ---- */

static Token cell_token(int32_t c, Game game) {
  if (game == RUSH) return is_tile(c) ? TILE : UNKNOWN_CELL;
  if (c == '.') return FLOOR;
  if (c == '#') return BLOCK;
  switch (game) {
    case LUNAR:
      if (c == '+') return TARGET;
      if (c == '@' || (is_digit(c) && c != '0')) return HUMAN;
      return is_robot(c) ? ROBOT : UNKNOWN_CELL;
    case RICOCHET:
      if (c == '*' || is_small(c)) return TARGET;
      if (c == '/' || c == '\\') return DIAGONAL;
      return is_robot(c) ? ROBOT : UNKNOWN_CELL;
    case SLIDER:
      return c == 'H' || c == 'V' ? PIECE : UNKNOWN_CELL;
    case TILT:
      if (c == '+') return TARGET;
      return c == 'G' || c == 'B' ? PIECE : UNKNOWN_CELL;
    default:
      return UNKNOWN_CELL;
  }
}

/* The indentation, with its tabs. */
static bool before_row(Scanner *s, TSLexer *lexer) {
  while (lexer->lookahead == ' ') lexer->advance(lexer, true);
  if (lexer->lookahead == '\t') {
    lexer->advance(lexer, false);
    return token(lexer, FAULT);
  }
  s->state.phase = IN_ROW;
  return false;
}

static bool cell(Scanner *s, TSLexer *lexer) {
  while (s->state.left > 0 && lexer->lookahead == ' ') {
    lexer->advance(lexer, true);
    s->state.left--;
  }
  if (s->state.left == 0) {
    s->state.phase = AT_END;
    return false;
  }
  int32_t c = take(s, lexer);
  if (c == '\t') return token(lexer, FAULT);
  if (c == '|' || s->state.kind == LINE_WALL_ROW) return token(lexer, WALL);
  return token(lexer, cell_token(c, (Game)s->state.game));
}

/* ---- The interface ---- */

/* The token of a phase; without one, the phase is over and the next begins. */
static bool token_of_phase(Scanner *s, TSLexer *lexer) {
  switch ((Phase)s->state.phase) {
    case AT_LINE:
      return start_line(s, lexer);
    case AT_KIND:
      return start_kind(s, lexer);
    case AT_PUZZLE_WORD:
      return puzzle_word(s, lexer);
    case AT_GAME:
      return game(s, lexer);
    case AT_NAME:
      return open_name(s, lexer);
    case IN_NAME:
      return in_name(s, lexer);
    case AFTER_NAME:
      return after_name(s, lexer);
    case AT_KEY:
      return key(s, lexer);
    case AT_COLON:
      return colon(s, lexer);
    case AT_VALUE:
      return value(s, lexer);
    case AT_DIRECTION:
      return direction(s, lexer);
    case IN_WALK:
      return in_walk(s, lexer);
    case BEFORE_ROW:
      return before_row(s, lexer);
    case IN_ROW:
      return cell(s, lexer);
    case IN_STRAY:
      s->state.phase = AT_END;
      return take_all(s, lexer, FAULT);
    case AT_END:
      return end_line(s, lexer);
  }
  return false;
}

void *tree_sitter_carom_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_carom_external_scanner_destroy(void *payload) {
  Scanner *scanner = payload;
  array_delete(&scanner->buffer);
  ts_free(scanner);
}

unsigned tree_sitter_carom_external_scanner_serialize(void *payload, char *to) {
  memcpy(to, &((Scanner *)payload)->state, sizeof(State));
  return sizeof(State);
}

void tree_sitter_carom_external_scanner_deserialize(void *payload, const char *from, unsigned length) {
  State *state = &((Scanner *)payload)->state;
  memset(state, 0, sizeof(State));
  if (length == sizeof(State)) memcpy(state, from, length);
}

bool tree_sitter_carom_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)valid_symbols;
  Scanner *s = payload;
  do {
    if (token_of_phase(s, lexer)) return true;
  } while (s->state.phase != AT_LINE || !lexer->eof(lexer));
  return false;
}
