;;; fieldd.el --- fieldd in Emacs, with Eglot  -*- lexical-binding: t -*-

;;; Commentary:

;; Load this from your init file; fieldd-mode.el has to lie beside it.  Needs `fieldd' in `exec-path'
;; and Eglot, which is part of Emacs from 29 on and the package `eglot' before.

;;; Code:

(require 'eglot)
(require 'fieldd-mode
         (expand-file-name "fieldd-mode" (file-name-directory (or load-file-name buffer-file-name))))

(put 'fieldd-mode 'eglot-language-id "fields")
(add-to-list 'eglot-server-programs '(fieldd-mode . ("fieldd")))
(add-hook 'fieldd-mode-hook #'eglot-ensure)

(provide 'fieldd)
;;; fieldd.el ends here
