;;; fieldd.el --- fieldd in Emacs, with Eglot  -*- lexical-binding: t -*-

;;; Commentary:

;; Load this from your init file.  Needs `fieldd' in `exec-path' and Eglot, which is part of Emacs
;; from 29 on and the package `eglot' before.

;;; Code:

(require 'eglot)

(define-derived-mode fieldd-mode js-mode "Fields"
  "A form or a record of it: JSON that `fieldd' keeps live."
  (setq-local js-indent-level 2 tab-width 2 indent-tabs-mode nil))

(put 'fieldd-mode 'eglot-language-id "fields")
(add-to-list 'auto-mode-alist '("\\.\\(?:fields\\|values\\)\\.jsonc?\\'" . fieldd-mode))
(add-to-list 'eglot-server-programs '(fieldd-mode . ("fieldd")))
(add-hook 'fieldd-mode-hook #'eglot-ensure)

(provide 'fieldd)
;;; fieldd.el ends here
