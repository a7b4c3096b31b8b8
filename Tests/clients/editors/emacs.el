;;; emacs.el --- drives Emacs  -*- lexical-binding: t; coding: utf-8 -*-

;;; Commentary:

;; Carries the steps of a specification out.
;; Loaded after the client's configuration.  One line of JSON per step goes to $EDITOR_RESULT.

;;; Code:

(require 'cl-lib)
(require 'flymake)
(require 'json)
(defvar drive-patience-seconds 15)
(defvar drive-buffer nil)
(defvar drive-hover #'drive-hover-by-eldoc "Shows what is under the cursor and gives its text.")
(defvar drive-code-action nil "Lets the user choose a code action at the cursor.")
(defvar drive-format nil "Lays the document out.")
(defvar drive-rename nil "Gives what is under the cursor another name.")
(defvar drive-complete #'drive-complete-by-list "Takes the completion that has a label.")
(defvar drive-attached #'ignore "Whether the server has answered the greeting.")
(defvar drive-farewell #'ignore "What the user does before leaving.")

(defun drive-wait-for (condition)
  "Let Emacs work until CONDITION gives non-nil; give that."
  (let ((give-up (+ (float-time) drive-patience-seconds)) got)
    (while (and (not (setq got (funcall condition))) (< (float-time) give-up))
      (internal-timer-start-idle)
      (sit-for 0.05))
    got))

(defun drive-contains (whole step)
  "Whether WHOLE has what STEP wants in it, and not what it does not want."
  (and (cl-every (lambda (part) (string-search part whole)) (alist-get 'contain step))
       (cl-every (lambda (part) (string-search part whole)) (alist-get 'lines step))
       (cl-notany (lambda (part) (string-search part whole)) (alist-get 'absent step))))

(defun drive-text ()
  "The document."
  (with-current-buffer drive-buffer (buffer-substring-no-properties (point-min) (point-max))))

(defun drive-go (step)
  "Put the cursor on the ¦ of STEP."
  (switch-to-buffer drive-buffer)
  (pcase-let ((`(,before ,after) (split-string (alist-get 'at step) "¦"))
              (case-fold-search nil))
    (goto-char (point-min))
    (search-forward (concat before after))
    (goto-char (+ (match-beginning 0) (length before)))))

(defun drive-type (text)
  "Type TEXT, each character by the command that its key has."
  (seq-doseq (character text)
    (let* ((last-command-event (if (= character ?\n) ?\r character))
           (this-command (key-binding (vector last-command-event))))
      (run-hooks 'pre-command-hook)
      (call-interactively this-command)
      (run-hooks 'post-command-hook))))

(defun drive-diagnostics (step)
  "STEP: what Flymake tells."
  (let (said)
    (cons (drive-wait-for
           (lambda ()
             (let ((found (with-current-buffer drive-buffer (flymake-diagnostics)))
                   (count (alist-get 'count step)))
               (setq said (mapconcat #'flymake-diagnostic-text found "\n"))
               (and (drive-contains said step)
                    (or (not count) (= count (length found)))))))
          said)))

(defun drive-do-attached ()
  "Where nothing is written nothing can be seen of the server."
  (cons (drive-wait-for drive-attached) ""))

(defun drive-open (step)
  "STEP: open another file beside the document."
  (find-file (expand-file-name (alist-get 'file step) (file-name-directory (getenv "EDITOR_DOCUMENT"))))
  (setq drive-buffer (current-buffer))
  (run-hooks 'post-command-hook)
  (cons t ""))

(defun drive-unattached ()
  "Look whether the file is given to no server."
  (with-current-buffer drive-buffer
    (cons (not (or (bound-and-true-p eglot--managed-mode) (bound-and-true-p lsp-mode)
                   (memq major-mode fieldd-modes)))
          (format "%s" major-mode))))

(defun drive-reads (step)
  "STEP: wait for what stands in the file."
  (cons (drive-wait-for (lambda () (drive-contains (drive-text) step))) (drive-text)))

(defun drive-edit (step)
  "STEP: delete and type."
  (drive-go step)
  (let ((count (or (alist-get 'delete step) 0)))
    (when (< 0 count) (delete-char count)))
  (drive-type (alist-get 'insert step))
  (undo-boundary)
  (cons t ""))

(defun drive-complete-by-list (label)
  "Take LABEL from the list that Emacs shows, if it shows one and has not written it at once."
  (completion-at-point)
  (when-let ((window (get-buffer-window "*Completions*")))
    (with-selected-window window
      (goto-char (point-min))
      (re-search-forward (concat "\\_<" (regexp-quote label) "\\_>"))
      (goto-char (match-beginning 0))
      (choose-completion))
    (when (get-buffer-window "*Completions*")
      (quit-window nil (get-buffer-window "*Completions*")))))

(defun drive-complete-by-company (label)
  "Take LABEL from the list that the package Company shows, which is how lsp-mode wants to be used."
  (company-mode 1)
  ;; It gives up when something else comes in between, and a person asks again.
  (drive-wait-for (lambda ()
                    (unless company-candidates (ignore-errors (company-manual-begin)))
                    (member label company-candidates)))
  (company-set-selection (cl-position label company-candidates :test #'equal))
  (company-complete-selection))

(defun drive-completion (step)
  "STEP: type the beginning and let Emacs write the rest."
  (drive-go step)
  (drive-type (alist-get 'insert step))
  (funcall drive-complete (alist-get 'accept step))
  (let ((wanted `((lines . ,(alist-get 'lines step)))))
    (cons (drive-wait-for (lambda () (drive-contains (drive-text) wanted)))
          (drive-text))))

(defun drive-accept (step)
  "STEP: type, take what is offered, step over the quotes that are there already, and type on."
  (drive-go step)
  (drive-type (alist-get 'insert step))
  (funcall drive-complete (alist-get 'label step))
  (let ((good (drive-wait-for (lambda () (drive-contains (drive-text) step)))))
    (when (eql (char-after) ?\") (forward-char))
    (drive-type (alist-get 'then step ""))
    (cons good (drive-text))))

(defun drive-paste (step)
  "STEP: yank what was copied elsewhere."
  (drive-go step)
  (kill-new (with-temp-buffer (insert-file-contents (getenv "EDITOR_PASTE")) (buffer-string)))
  (yank)
  (undo-boundary)
  (cons t ""))

(defun drive-press (command)
  "Call COMMAND as a key does."
  (let ((this-command command))
    (run-hooks 'pre-command-hook)
    (call-interactively command)
    (undo-boundary)
    (run-hooks 'post-command-hook))
  (cons t ""))

(defun drive-split ()
  "Show the same text in another window, where the next steps are done."
  (switch-to-buffer drive-buffer)
  (split-window)
  (other-window 1)
  (cons (eq (current-buffer) drive-buffer) ""))

(defun drive-coloured (step)
  "STEP: look at the face of what is under the cursor."
  (drive-go step)
  (font-lock-ensure)
  (let ((face (get-text-property (point) 'face)))
    (cons face (format "%S" face))))

(defun drive-comment (step)
  "STEP: make a comment of the line."
  (drive-go step)
  (drive-press #'comment-line)
  (cons (drive-contains (drive-text) step) (drive-text)))

(defun drive-move ()
  "Somebody else gives the file another name."
  (let ((file (getenv "EDITOR_DOCUMENT")))
    (rename-file file (concat file ".moved"))
    (cons t "")))

(defun drive-hover-by-eldoc ()
  "What ElDoc shows."
  (let ((this-command 'forward-char)) (eldoc-print-current-symbol-info))
  (mapconcat (lambda (buffer) (with-current-buffer buffer (buffer-string)))
             (cl-remove-if-not (lambda (buffer) (string-search "*eldoc" (buffer-name buffer)))
                               (buffer-list))
             "\n"))

(defun drive-do-hover (step)
  "STEP: read what is shown."
  (drive-go step)
  (let (shown)
    (cons (drive-wait-for (lambda () (drive-contains (setq shown (funcall drive-hover)) step)))
          shown)))

(defun drive-do-code-action (step)
  "STEP: choose a fix by its title."
  (drive-go step)
  (cl-letf ((last-nonmenu-event ?x) ; or a menu would pop up
            ((symbol-function 'completing-read)
             (lambda (_prompt choices &rest _)
               (cl-find-if (lambda (title) (string-search (alist-get 'title step) title))
                           (all-completions "" choices)))))
    (funcall drive-code-action))
  (cons (drive-wait-for (lambda () (drive-contains (drive-text) step))) (drive-text)))

(defun drive-symbols (step)
  "STEP: read the index."
  (switch-to-buffer drive-buffer)
  (let ((names (format "%S" (funcall imenu-create-index-function))))
    (cons (drive-contains names step) names)))

(defun drive-do-format (step)
  "STEP: lay the document out."
  (switch-to-buffer drive-buffer)
  (funcall drive-format)
  (cons (drive-wait-for (lambda () (drive-contains (drive-text) step))) (drive-text)))

(defun drive-do-rename (step)
  "STEP: give something another name."
  (drive-go step)
  (funcall drive-rename (alist-get 'name step))
  (cons (drive-wait-for (lambda () (drive-contains (drive-text) step))) (drive-text)))

(defun drive-definition (step)
  "STEP: go where a name is given."
  (drive-go step)
  (drive-press (key-binding (kbd "M-.")))
  (let ((line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
    (cons (string-search (alist-get 'line step) line) line)))

(defun drive-save ()
  "Save."
  (switch-to-buffer drive-buffer)
  (save-buffer)
  (cons (not (buffer-modified-p)) ""))

(defun drive-step (step)
  "Carry STEP out; give whether it went well, and a detail."
  (condition-case error
      (pcase (alist-get 'do step)
        ("diagnostics" (drive-diagnostics step))
        ("edit" (drive-edit step))
        ("open" (drive-open step))
        ("unattached" (drive-unattached))
        ("reads" (drive-reads step))
        ("completion" (drive-completion step))
        ("attached" (drive-do-attached))
        ("accept" (drive-accept step))
        ("paste" (drive-paste step))
        ("undo" (drive-press #'undo-only))
        ("redo" (drive-press #'undo-redo))
        ("split" (drive-split))
        ("move" (drive-move))
        ("coloured" (drive-coloured step))
        ("comment" (drive-comment step))
        ("hover" (drive-do-hover step))
        ("codeAction" (drive-do-code-action step))
        ("symbols" (drive-symbols step))
        ("format" (drive-do-format step))
        ("rename" (drive-do-rename step))
        ("definition" (drive-definition step))
        ("save" (drive-save))
        (other (cons t (concat "not driven here: " other))))
    (error (cons nil (format "%S" error)))))

(defun drive-asked ()
  "What Emacs waits for: what it asks in the minibuffer, or has told last."
  (if-let ((window (active-minibuffer-window)))
      (with-current-buffer (window-buffer window) (concat "asks: " (minibuffer-prompt)))
    (format "told last: %s" (current-message))))

(defun drive-step-in-time (step)
  "Carry STEP out; one that does not end, since Emacs asks for what nobody answers, has failed."
  (catch 'drive-late
    (let ((watchdog (run-with-timer
                     (* 2 drive-patience-seconds) nil
                     (lambda () (throw 'drive-late (cons nil (concat "does not end; Emacs " (drive-asked))))))))
      (unwind-protect (drive-step step)
        (cancel-timer watchdog)))))

(defun drive-visit ()
  "Open the document, and import its folder where the client asks for that with a key."
  (cl-letf (((symbol-function 'read-key) (lambda (&rest _) ?i)))
    (find-file (getenv "EDITOR_DOCUMENT"))
    (setq drive-buffer (current-buffer))
    (run-hooks 'post-command-hook)
    (drive-wait-for drive-attached)))

(defun drive ()
  "Carry all steps out and leave."
  (drive-visit)
  (let* ((coding-system-for-read 'utf-8)
         (spec (json-parse-string
                (with-temp-buffer (insert-file-contents (getenv "EDITOR_STEPS")) (buffer-string))
                :object-type 'alist :array-type 'list)))
    (dolist (step (alist-get 'steps spec))
      (pcase-let ((`(,good . ,detail) (drive-step-in-time step))
                  (coding-system-for-write 'utf-8))
        (write-region
         (concat (json-encode `((step . ,(alist-get 'do step)) (ok . ,(if good t :json-false))
                                (detail . ,detail)))
                 "\n")
         nil (getenv "EDITOR_RESULT") 'append 'quiet))))
  (with-current-buffer drive-buffer (funcall drive-farewell))
  (let ((confirm-kill-processes nil)) (kill-emacs 0)))

(with-eval-after-load 'eglot
  (setq drive-code-action (lambda () (eglot-code-actions (point) (point) nil t))
        drive-attached #'eglot-current-server
        drive-format #'eglot-format-buffer
        ;; Eglot tells the server of edits when it rests, and no person is faster.
        drive-rename (lambda (name)
                       (drive-wait-for (lambda () (not eglot--recent-changes)))
                       (eglot-rename name))
        drive-farewell (lambda () (eglot-shutdown (eglot-current-server)))))

(with-eval-after-load 'lsp-mode
  (setq drive-code-action (lambda () (call-interactively #'lsp-execute-code-action))
        drive-complete #'drive-complete-by-company
        drive-attached (lambda () (with-current-buffer drive-buffer (lsp-workspaces)))
        drive-format #'lsp-format-buffer
        drive-rename #'lsp-rename
        drive-hover (lambda ()
                      (lsp-describe-thing-at-point)
                      (if (get-buffer "*lsp-help*")
                          (with-current-buffer "*lsp-help*" (buffer-string))
                        ""))))

(run-with-timer 0.3 nil #'drive)
;;; emacs.el ends here
