;;; fieldd-lsp-mode.el --- fieldd in Emacs, with lsp-mode  -*- lexical-binding: t -*-

;;; Commentary:

;; Load this from your init file, instead of fieldd.el, if you use the package `lsp-mode'.
;; Needs `fieldd' in `exec-path'.

;;; Code:

(require 'lsp-mode)

(define-derived-mode fieldd-mode js-mode "Fields"
  "A form or a record of it: JSON that `fieldd' keeps live."
  (setq-local js-indent-level 2 tab-width 2 indent-tabs-mode nil))

(add-to-list 'auto-mode-alist '("\\.\\(?:fields\\|values\\)\\.jsonc?\\'" . fieldd-mode))
(add-to-list 'lsp-language-id-configuration '(fieldd-mode . "fields"))
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection "fieldd")
                  :major-modes '(fieldd-mode)
                  :server-id 'fieldd))
(add-hook 'fieldd-mode-hook #'lsp-deferred)

(provide 'fieldd-lsp-mode)
;;; fieldd-lsp-mode.el ends here
