;;; carom-mode.el --- Sliding-robot puzzles  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, games
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for the files of carom, which checks and solves sliding-robot
;; puzzles.  It starts the language server `carom lsp' with eglot.

;;; Code:

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function eglot--request "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")

(defcustom carom-command '("carom" "lsp")
  "The command that starts the language server."
  :type '(repeat string)
  :group 'languages)

(defvar carom-font-lock-keywords
  `(("^\\s-*\\(puzzle\\)\\>" 1 font-lock-keyword-face)
    ("^\\s-*puzzle\\s-+\\(lunar\\|ricochet\\|slider\\|rush\\|tilt\\)\\>"
     1 font-lock-type-face)
    ("^\\s-*\\([a-z][a-z-]*\\):" 1 font-lock-variable-name-face)
    ("^\\s-*rules:\\s-*\\(.*\\)" 1 font-lock-constant-face)
    ("[A-Z0-9@a-p]+[0-9]*\\([<>^v]+\\)\\(?:\\s-\\|$\\|:\\)"
     1 font-lock-builtin-face)
    ("\\(?:\\s-\\|^\\)\\(@\\|\\+\\|\\*\\)\\(?:\\s-\\||\\|$\\)"
     1 font-lock-constant-face))
  "Highlighting in addition to strings and comments.")

(defvar carom-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    ;; A backslash is a diagonal on a board, not an escape.
    (modify-syntax-entry ?\\ "." table)
    table)
  "A semicolon starts a comment.")

;;;###autoload
(define-derived-mode carom-mode prog-mode "Carom"
  "Major mode for sliding-robot puzzles."
  (setq-local comment-start "; ")
  (setq-local comment-start-skip ";+\\s-*")
  ;; Indent boards like the line above; the language server formats them.
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

;;;###autoload
(defun carom-preview ()
  "Show the board of the puzzle at point in a browser.
The page follows point, and its edits change the buffer."
  (interactive)
  (let ((server (eglot-current-server))
        (line (1- (line-number-at-pos nil t))))
    (unless server
      (user-error "No carom server runs for this buffer"))
    (eglot--request server :workspace/executeCommand
                    `(:command "carom.preview"
                      :arguments [,(append (eglot--TextDocumentIdentifier)
                                           (list :line line))]))))

(provide 'carom-mode)
;;; carom-mode.el ends here
