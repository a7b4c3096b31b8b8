;;; fieldd-lsp-mode.el --- fieldd in Emacs, with lsp-mode  -*- lexical-binding: t -*-

;;; Commentary:

;; Load this from your init file, instead of fieldd.el, if you use the package `lsp-mode';
;; fieldd-mode.el has to lie beside it.  Needs `fieldd' in `exec-path'.  Completion is written with
;; what belongs around it by the package `company', or another that lsp-mode names.

;;; Code:

(require 'lsp-mode)
(require 'fieldd-mode
         (expand-file-name "fieldd-mode" (file-name-directory (or load-file-name buffer-file-name))))

(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection "fieldd")
                  :major-modes fieldd-modes
                  :server-id 'fieldd))
(defun fieldd-lsp-set-up ()
  "Have this buffer show what the daemon has for it: snippets and hints."
  ;; Where there is yasnippet lsp-mode tells the daemon that snippets are wanted, and writes none
  ;; without its mode.
  (when (fboundp 'yas-minor-mode) (yas-minor-mode 1))
  ;; Counters, units and the like, from lsp-mode 9 on.
  (setq-local lsp-inlay-hint-enable t))
(add-hook 'fieldd-mode-hook #'fieldd-lsp-set-up)

(dolist (mode fieldd-modes)
  (add-to-list 'lsp-language-id-configuration `(,mode . "fields"))
  (add-hook (intern (format "%s-hook" mode)) #'lsp-deferred))

(provide 'fieldd-lsp-mode)
;;; fieldd-lsp-mode.el ends here
