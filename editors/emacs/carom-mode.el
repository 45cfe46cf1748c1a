;;; carom-mode.el --- Puzzles of sliding robots  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, games
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for the files of carom, which checks and solves puzzles of
;; sliding robots.  The language server `carom lsp' is started through eglot.

;;; Code:

(defvar eglot-server-programs)

(defcustom carom-command '("carom" "lsp")
  "The command that starts the language server."
  :type '(repeat string)
  :group 'languages)

(defvar carom-font-lock-keywords
  `(("^\\s-*\\(puzzle\\)\\>" 1 font-lock-keyword-face)
    ("^\\s-*puzzle\\s-+\\(lunar\\|ricochet\\|slider\\|rush\\)\\>"
     1 font-lock-type-face)
    ("^\\s-*\\([a-z][a-z-]*\\):" 1 font-lock-variable-name-face)
    ("^\\s-*rules:\\s-*\\(.*\\)" 1 font-lock-constant-face)
    ("[A-Z0-9@a-p]+[0-9]*\\([<>^v]+\\)\\(?:\\s-\\|$\\|:\\)"
     1 font-lock-builtin-face)
    ("\\(?:\\s-\\|^\\)\\(@\\|\\+\\|\\*\\)\\(?:\\s-\\||\\|$\\)"
     1 font-lock-constant-face))
  "What is coloured beside strings and comments.")

(defvar carom-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    ;; Diagonals of a board escape nothing.
    (modify-syntax-entry ?\\ "." table)
    table)
  "A semicolon starts a comment.")

;;;###autoload
(define-derived-mode carom-mode prog-mode "Carom"
  "Major mode for puzzles of sliding robots."
  (setq-local comment-start "; ")
  (setq-local comment-start-skip ";+\\s-*")
  ;; The language server knows how a board is indented.
  (setq-local indent-line-function #'indent-relative)
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(carom-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.carom\\'" . carom-mode))

;;;###autoload
(add-hook 'carom-mode-hook #'eglot-ensure)

;;;###autoload
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(carom-mode . ,(if (boundp 'carom-command)
                                   carom-command
                                 '("carom" "lsp")))))

(provide 'carom-mode)
;;; carom-mode.el ends here
