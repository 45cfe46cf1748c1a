/* What a key, a word or a cell is. All of it is told from the characters
 * alone; nothing here reads or keeps state. */
#ifndef CAROM_WORDS_H_
#define CAROM_WORDS_H_

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum { NO_GAME, LUNAR, RICOCHET, SLIDER, RUSH, TILT } Game;

/* How the value of a key is written. */
typedef enum { TEXT, WORDS, GROUPS, CLAIM, MOVES, BOARD } Shape;

typedef enum {
  KEY_USER,
  KEY_UNKNOWN,
  KEY_TITLE,
  KEY_AUTHOR,
  KEY_SOURCE,
  KEY_LICENSE,
  KEY_DATE,
  KEY_TAGS,
  KEY_NOTES,
  KEY_DIFFICULTY,
  KEY_RULES,
  KEY_MOVES,
  KEY_RESULT,
  KEY_TO_MOVE,
  KEY_TARGET,
  KEY_TILES,
  KEY_ROBOTS,
  KEY_DIAGONALS,
  KEY_PLAYER,
  KEY_HAND,
  KEY_ITEMS,
  KEY_QUESTS,
  KEY_OPPONENT,
  KEY_OPPONENT_HAND,
  KEY_BOARD,
  KEY_SOLUTION,
  KEY_COUNT,
} Key;

static const struct {
  const char *name;
  Shape shape;
} KEYS[KEY_COUNT] = {
  [KEY_USER] = {"", TEXT},
  [KEY_UNKNOWN] = {"", TEXT},
  [KEY_TITLE] = {"title", TEXT},
  [KEY_AUTHOR] = {"author", TEXT},
  [KEY_SOURCE] = {"source", TEXT},
  [KEY_LICENSE] = {"license", TEXT},
  [KEY_DATE] = {"date", TEXT},
  [KEY_TAGS] = {"tags", TEXT},
  [KEY_NOTES] = {"notes", TEXT},
  [KEY_DIFFICULTY] = {"difficulty", TEXT},
  [KEY_RULES] = {"rules", WORDS},
  [KEY_MOVES] = {"moves", CLAIM},
  [KEY_RESULT] = {"result", WORDS},
  [KEY_TO_MOVE] = {"to-move", WORDS},
  [KEY_TARGET] = {"target", GROUPS},
  [KEY_TILES] = {"tiles", WORDS},
  [KEY_ROBOTS] = {"robots", GROUPS},
  [KEY_DIAGONALS] = {"diagonals", GROUPS},
  [KEY_PLAYER] = {"player", WORDS},
  [KEY_HAND] = {"hand", WORDS},
  [KEY_ITEMS] = {"items", GROUPS},
  [KEY_QUESTS] = {"quests", GROUPS},
  [KEY_OPPONENT] = {"opponent", MOVES},
  [KEY_OPPONENT_HAND] = {"opponent-hand", GROUPS},
  [KEY_BOARD] = {"board", BOARD},
  [KEY_SOLUTION] = {"solution", MOVES},
};

/* Characters that stand side by side. */
typedef struct {
  const int32_t *at;
  uint32_t length;
} Slice;

static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_small(int32_t c) { return c >= 'a' && c <= 'z'; }
static bool is_capital(int32_t c) { return c >= 'A' && c <= 'Z'; }
/* A robot of Lunar Lockout or Ricochet Robots, be it one without a name. */
static bool is_robot(int32_t c) { return is_capital(c) || c == '0'; }
static bool is_letter(int32_t c) { return is_small(c) || is_capital(c); }

static bool is_direction(int32_t c) {
  return c == '^' || c == '>' || c == 'v' || c == '<' || (c >= 0x2190 && c <= 0x2193);
}

static bool is_word(Slice word, const char *expected) {
  if (word.length != strlen(expected)) return false;
  for (uint32_t i = 0; i < word.length; i++) {
    if (word.at[i] != (unsigned char)expected[i]) return false;
  }
  return true;
}

static bool is_one_of(Slice word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (is_word(word, words[i])) return true;
  }
  return false;
}

#define IS_ONE_OF(word, words) is_one_of(word, words, sizeof(words) / sizeof *(words))

static Game game_of(Slice word) {
  if (is_word(word, "lunar")) return LUNAR;
  if (is_word(word, "ricochet")) return RICOCHET;
  if (is_word(word, "slider")) return SLIDER;
  if (is_word(word, "rush")) return RUSH;
  if (is_word(word, "tilt")) return TILT;
  return NO_GAME;
}

static Key key_of(Slice word) {
  for (int key = KEY_TITLE; key < KEY_COUNT; key++) {
    if (is_word(word, KEYS[key].name)) return (Key)key;
  }
  bool is_users = word.length >= 2 && word.at[0] == 'x' && word.at[1] == '-';
  return is_users ? KEY_USER : KEY_UNKNOWN;
}

/* Whether the key may stand before the first puzzle. */
static bool is_key_of_file(Key key) { return KEYS[key].shape == TEXT || key == KEY_RULES; }

static bool is_number(Slice word) {
  for (uint32_t i = 0; i < word.length; i++) {
    if (!is_digit(word.at[i])) return false;
  }
  return word.length > 0;
}

/* 1 to 16, without a zero before it. */
static bool is_rank(Slice word) {
  if (word.length == 1) return word.at[0] >= '1' && word.at[0] <= '9';
  return word.length == 2 && word.at[0] == '1' && word.at[1] >= '0' && word.at[1] <= '6';
}

static bool is_file(int32_t c) { return c >= 'a' && c <= 'p'; }

static bool is_square(Slice word) {
  if (word.length < 2 || !is_file(word.at[0])) return false;
  return is_rank((Slice){word.at + 1, word.length - 1});
}

/* A fewest number of moves: it fits in 32 bits. */
static bool is_claim(Slice word) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < word.length; i++) {
    number = number * 10 + (uint64_t)(word.at[i] - '0');
    if (!is_digit(word.at[i]) || number > UINT32_MAX) return false;
  }
  return word.length > 0;
}

static bool is_tile_number(int32_t c) { return c >= '1' && c <= '4'; }

/* A face of a printed board, as 1A, or as A1F by an older name. */
static bool is_face(Slice word) {
  if (word.length == 2) return is_tile_number(word.at[0]) && word.at[1] >= 'A' && word.at[1] <= 'D';
  return word.length == 3 && word.at[0] == 'A' && is_tile_number(word.at[1]) &&
         (word.at[2] == 'F' || word.at[2] == 'B');
}

/* A target of a printed board. */
static bool is_symbol(Slice word) {
  static const char *const SYMBOLS[] = {
    "red-star", "red-moon", "red-saturn", "red-pyramid",
    "green-star", "green-moon", "green-saturn", "green-pyramid",
    "blue-star", "blue-moon", "blue-saturn", "blue-pyramid",
    "yellow-star", "yellow-moon", "yellow-saturn", "yellow-pyramid",
    "cosmic",
  };
  return IS_ONE_OF(word, SYMBOLS);
}

static bool is_rule(Slice word) {
  static const char *const RULES[] = {"exit", "stay", "bounce", "direct", "no-rebound", "grouped"};
  return IS_ONE_OF(word, RULES);
}

static bool is_outcome(Slice word) {
  static const char *const OUTCOMES[] = {"win", "loss", "draw"};
  return IS_ONE_OF(word, OUTCOMES);
}

/* A tile of rush: a hexadecimal digit, or a box-drawing character with at most
 * light and double lines. */
static bool is_tile(int32_t c) {
  static const int32_t LIGHT[] = {0xB7,   0x2500, 0x2502, 0x250C, 0x2510, 0x2514, 0x2518, 0x251C,
                                  0x2524, 0x252C, 0x2534, 0x253C, 0x2574, 0x2575, 0x2576, 0x2577};
  for (size_t i = 0; i < sizeof LIGHT / sizeof *LIGHT; i++) {
    if (c == LIGHT[i]) return true;
  }
  bool is_double_or_round = c >= 0x2550 && c <= 0x2570;
  return is_double_or_round || is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Moves are written alike in all games: a pass, or a subject with a direction
 * and perhaps a walk. Gives the length of the subject; 0 if it is no move. */
static uint32_t subject_length(Slice word) {
  uint32_t end = 0;
  while (end < word.length && word.at[end] != ':') end++;
  if (end < 2 || !is_direction(word.at[end - 1])) return 0;
  for (uint32_t i = 0; i < end - 1; i++) {
    int32_t c = word.at[i];
    if (!is_letter(c) && !is_digit(c) && c != '@') return 0;
  }
  for (uint32_t i = end + 1; i < word.length; i++) {
    if (!is_direction(word.at[i])) return 0;
  }
  return end - 1;
}

/* A direction without a subject, and an optional walk. */
static bool is_bare(Slice word) {
  if (word.length == 0 || !is_direction(word.at[0])) return false;
  for (uint32_t i = 1; i < word.length; i++) {
    if (i == 1 ? word.at[i] != ':' : !is_direction(word.at[i])) return false;
  }
  return true;
}

static bool is_pass(Slice word) { return is_word(word, "--"); }

#endif
