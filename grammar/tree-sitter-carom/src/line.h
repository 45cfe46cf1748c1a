/* What a line is, from its characters and what stands above it. This follows
 * crates/carom-library/src/syntax/outline.rs and crates/carom-library/src/syntax/line.rs of carom, function by function;
 * grammar/agreement holds the two together. */
#ifndef CAROM_LINE_H_
#define CAROM_LINE_H_

#include "words.h"

typedef enum { LINE_COMMENT, LINE_PUZZLE, LINE_KEY, LINE_ROW, LINE_WALL_ROW, LINE_MOVES, LINE_STRAY } LineKind;

/* What the lines below may belong to. */
typedef enum { IN_NOTHING, IN_BOARD, IN_SOLUTION } Context;

typedef struct {
  LineKind kind;
  /* What stands before the comment, without outer blanks. */
  Slice content;
  bool has_comment;
} Line;

static Slice without_blanks(Slice slice) {
  while (slice.length > 0 && is_blank(slice.at[slice.length - 1])) slice.length--;
  while (slice.length > 0 && is_blank(slice.at[0])) slice.at++, slice.length--;
  return slice;
}

static Slice from(Slice slice, uint32_t start) {
  return (Slice){slice.at + start, slice.length - start};
}

static Slice until(Slice slice, uint32_t end) { return (Slice){slice.at, end}; }

/* Whether a backslash and what it escapes stand here. */
static bool is_escape(Slice slice) {
  return slice.length >= 2 && slice.at[0] == '\\' && (slice.at[1] == '"' || slice.at[1] == '\\');
}

/* The length of the string that starts here, with its quotes; 0 if none does. */
static uint32_t string_length(Slice slice) {
  if (slice.length == 0 || slice.at[0] != '"') return 0;
  uint32_t end = 1;
  while (end < slice.length) {
    if (slice.at[end] == '"') return end + 1;
    end += is_escape(from(slice, end)) ? 2 : 1;
  }
  return 0;
}

/* The length of what stands before the comment. A semicolon starts one outside
 * a string, at the start of the line or after a blank; a quote without its
 * partner starts no string, and no other quote behind it has a partner. */
static uint32_t length_before_comment(Slice line) {
  bool has_strings = true;
  uint32_t at = 0;
  while (at < line.length) {
    int32_t c = line.at[at];
    if (c == ';' && (at == 0 || is_blank(line.at[at - 1]))) return at;
    uint32_t string = c == '"' && has_strings ? string_length(from(line, at)) : 0;
    if (c == '"' && string == 0) has_strings = false;
    at += string > 0 ? string : 1;
  }
  return at;
}

#define PUZZLE_LENGTH 6

/* Whether this is a `puzzle` line, the word in any case. */
static bool is_header(Slice content) {
  if (content.length < PUZZLE_LENGTH) return false;
  for (uint32_t i = 0; i < PUZZLE_LENGTH; i++) {
    int32_t c = content.at[i];
    if ((is_capital(c) ? c - 'A' + 'a' : c) != "puzzle"[i]) return false;
  }
  if (content.length == PUZZLE_LENGTH) return true;
  int32_t next = content.at[PUZZLE_LENGTH];
  return is_blank(next) || next == '"';
}

/* The length of the key of a key line; 0 if it is none. */
static uint32_t key_length(Slice content) {
  if (content.length == 0 || !is_letter(content.at[0])) return 0;
  uint32_t end = 1;
  while (end < content.length) {
    int32_t c = content.at[end];
    if (!is_letter(c) && !is_digit(c) && c != '-' && c != '_') break;
    end++;
  }
  Slice rest = without_blanks(from(content, end));
  return rest.length > 0 && rest.at[0] == ':' ? end : 0;
}

static bool is_wall_row(Slice content) {
  for (uint32_t i = 0; i < content.length; i++) {
    if (content.at[i] != '-' && !is_blank(content.at[i])) return false;
  }
  return true;
}

/* Whether the line holds moves and nothing else. */
static bool is_moves(Slice content) {
  while (content.length > 0) {
    uint32_t end = 0;
    while (end < content.length && !is_blank(content.at[end])) end++;
    Slice word = until(content, end);
    if (!is_pass(word) && !is_bare(word) && subject_length(word) == 0) return false;
    content = without_blanks(from(content, end));
  }
  return true;
}

/* What a line is that is not blank. */
static Line line_of(Slice whole, Context context) {
  whole = without_blanks(whole);
  uint32_t end = length_before_comment(whole);
  Slice content = without_blanks(until(whole, end));
  Line line = {LINE_STRAY, content, end < whole.length};
  if (content.length == 0) {
    line.kind = LINE_COMMENT;
  } else if (context == IN_SOLUTION && is_moves(content)) {
    /* `cv:<<` is a move, though it looks like a key. */
    line.kind = LINE_MOVES;
  } else if (is_header(content)) {
    line.kind = LINE_PUZZLE;
  } else if (key_length(content) > 0) {
    line.kind = LINE_KEY;
  } else if (context == IN_BOARD) {
    line.kind = is_wall_row(content) ? LINE_WALL_ROW : LINE_ROW;
  }
  return line;
}

#endif
