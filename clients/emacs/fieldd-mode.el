;;; fieldd-mode.el --- forms and records in Emacs  -*- lexical-binding: t -*-

;;; Commentary:

;; The major mode of forms and records, which are JSON: with its colours, its indentation and, in files
;; that may have them, its comments.  Which client speaks to `fieldd' is said elsewhere: fieldd.el is
;; for Eglot, fieldd-lsp-mode.el for the package `lsp-mode'.

;;; Code:

(defmacro fieldd-define-mode (parent)
  "The mode, as what PARENT is and a little more."
  `(define-derived-mode fieldd-mode ,parent "Fields"
     "A form or a record of it: JSON that `fieldd' keeps live."
     (setq-local js-indent-level 2 json-ts-mode-indent-offset 2 standard-indent 2
                 tab-width 2 indent-tabs-mode nil
                 comment-start "// " comment-start-skip "/[*/]+[ \t]*" comment-end "")))

;; The best that this Emacs has for JSON.
(cond ((and (fboundp 'json-ts-mode) (fboundp 'treesit-ready-p) (treesit-ready-p 'json t))
       (fieldd-define-mode json-ts-mode))
      ((fboundp 'js-json-mode) (fieldd-define-mode js-json-mode))
      (t (fieldd-define-mode js-mode)))

(add-to-list 'auto-mode-alist '("\\.\\(?:fields\\|values\\)\\.jsonc?\\'" . fieldd-mode))

(provide 'fieldd-mode)
;;; fieldd-mode.el ends here
