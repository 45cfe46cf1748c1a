; The letter of a piece is local to its puzzle.
(puzzle) @local.scope

(row
  [
    (robot)
    (human)
  ] @local.definition)

(field
  (group
    .
    [
      (robot)
      (item)
    ] @local.definition))

(move
  subject: [
    (robot)
    (human)
  ] @local.reference)
