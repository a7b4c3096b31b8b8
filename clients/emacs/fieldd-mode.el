;;; fieldd-mode.el --- forms and records in Emacs  -*- lexical-binding: t -*-

;;; Commentary:

;; The major modes of what is given to `fieldd': forms and records, which are JSON, with its colours,
;; its indentation and, in files that may have them, its comments; pages that have a form, and issue
;; forms.  Which client speaks to `fieldd' is said elsewhere: fieldd.el is for Eglot,
;; fieldd-lsp-mode.el for the package `lsp-mode'.

;;; Code:

(defconst fieldd-modes '(fieldd-mode fieldd-html-mode fieldd-yaml-mode)
  "The modes whose files are given to `fieldd'.")

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

;; The modes of JavaScript look for names in their own way, which knows no form.
(define-key fieldd-mode-map [remap js-find-symbol] #'xref-find-definitions)

(define-derived-mode fieldd-html-mode mhtml-mode "Fields HTML"
  "A page that has a form, of which `fieldd' tells what a form of its own can't keep.")

(defmacro fieldd-define-yaml-mode (parent)
  "The mode of issue forms, as PARENT is."
  `(define-derived-mode fieldd-yaml-mode ,parent "Fields YAML"
     "An issue form, of which `fieldd' tells what a form of its own can't keep."
     (setq-local indent-tabs-mode nil comment-start "# " comment-start-skip "#+ *" comment-end "")))

(cond ((and (fboundp 'yaml-ts-mode) (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t))
       (fieldd-define-yaml-mode yaml-ts-mode))
      ((fboundp 'yaml-mode) (fieldd-define-yaml-mode yaml-mode))
      (t (fieldd-define-yaml-mode prog-mode)))

(add-to-list 'auto-mode-alist '("\\.\\(?:fields\\|values\\)\\.jsonc?\\'" . fieldd-mode))
;; Forms of others.
(add-to-list 'auto-mode-alist
             `(,(concat "\\." (regexp-opt '("schema" "json-schema" "rjsf" "surveyjs" "survey" "formio"
                                            "mcp" "lsp-form" "xlsform" "slack" "adaptive-cards" "awx" "a2ui"))
                        "\\.json\\'")
               . fieldd-mode))
(add-to-list 'auto-mode-alist '("/ISSUE_TEMPLATE/.*\\.ya?ml\\'" . fieldd-yaml-mode))
;; What else lies among issue forms is the settings of that folder.
(add-to-list 'auto-mode-alist
             `("/ISSUE_TEMPLATE/\\(?:.*/\\)?config\\.ya?ml\\'" . ,(get 'fieldd-yaml-mode 'derived-mode-parent)))
(add-to-list 'auto-mode-alist '("\\.\\(?:github\\|backstage\\)\\.ya?ml\\'" . fieldd-yaml-mode))

(defun fieldd-contains-p (pattern)
  "Whether the buffer has a match of PATTERN in it."
  (let ((case-fold-search t))
    (save-excursion
      (save-restriction
        (widen)
        (goto-char (point-min))
        (re-search-forward pattern nil t)))))

(defun fieldd-look ()
  "Take the mode that goes with what stands in the file, where its name does not say it.
A file of JSON that names a form in `$form' is a record, and a page may have a form."
  (let ((name (or buffer-file-name "")) (case-fold-search t))
    (cond ((memq major-mode fieldd-modes))
          ((string-match-p "\\.\\(?:jsonc?\\|ndjson\\|jsonl\\(?:ines\\)?\\|ldjson\\)\\'" name)
           (when (fieldd-contains-p "\"\\$form\"") (fieldd-mode)))
          ((and (string-match-p "\\.html?\\'" name) (derived-mode-p 'sgml-mode))
           (when (fieldd-contains-p "<\\(?:form\\|input\\|select\\|textarea\\)\\_>")
             (fieldd-html-mode))))))

(add-hook 'find-file-hook #'fieldd-look)
(add-hook 'after-save-hook #'fieldd-look)

(provide 'fieldd-mode)
;;; fieldd-mode.el ends here
