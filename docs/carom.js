// Highlights blocks of carom text.
(() => {
  if (typeof hljs === "undefined") return;
  hljs.registerLanguage("carom", () => ({
    contains: [
      { className: "comment", begin: /;/, end: /$/ },
      { className: "keyword", begin: /^puzzle\b/ },
      { className: "type", begin: /\b(lunar|ricochet|slider|rush|tilt)\b/ },
      { className: "string", begin: /"/, end: /"/ },
      { className: "attr", begin: /^\s*[a-z][a-z-]*(?=:)/ },
      { className: "built_in", begin: /[@A-Z][<>^v]?(?=\s|\||$)/ },
      { className: "literal", begin: /[+*]|(?:(?<=^\s+)|(?<=[.#A-Z] ))[a-z](?=\s|$)/ },
      { className: "number", begin: /\b\d+\b/ },
    ],
  }));
  for (const block of document.querySelectorAll("code.language-carom")) {
    hljs.highlightBlock(block);
  }
})();
