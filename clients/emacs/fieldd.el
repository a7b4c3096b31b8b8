;;; fieldd.el --- fieldd in Emacs, with Eglot  -*- lexical-binding: t -*-

;;; Commentary:

;; Load this from your init file; fieldd-mode.el has to lie beside it.  Needs `fieldd' in `exec-path'
;; and Eglot, which is part of Emacs from 29 on and the package `eglot' before.

;;; Code:

(require 'eglot)
(require 'fieldd-mode
         (expand-file-name "fieldd-mode" (file-name-directory (or load-file-name buffer-file-name))))

(add-to-list 'eglot-server-programs `(,fieldd-modes . ("fieldd")))
(dolist (mode fieldd-modes)
  (put mode 'eglot-language-id "fields")
  (add-hook (intern (format "%s-hook" mode)) #'eglot-ensure))

(provide 'fieldd)
;;; fieldd.el ends here
