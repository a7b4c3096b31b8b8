//! Tells Zed where the daemon is: `fieldd`, as the shell of the project finds it.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Fields;

impl zed::Extension for Fields {
    fn new() -> Self {
        Fields
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree.which("fieldd").ok_or("fieldd is not in PATH")?;
        Ok(Command { command, args: vec![], env: worktree.shell_env() })
    }
}

zed::register_extension!(Fields);
