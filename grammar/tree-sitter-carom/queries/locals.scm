; A piece is one and the same within its puzzle.
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
