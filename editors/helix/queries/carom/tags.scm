(puzzle
  (header
    name: (string
      (string_content) @name))) @definition.class
