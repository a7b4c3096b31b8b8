# Completion of fieldd's command line in fish.
complete -c fieldd -f
complete -c fieldd -n __fish_use_subcommand -a serve -d 'serve JSON-RPC on standard input and output'
complete -c fieldd -n __fish_use_subcommand -a demo -d 'show a session with the daemon'
complete -c fieldd -l stdio -d 'talk over standard input and output, the only way'
complete -c fieldd -l store -r -F -d 'keep what people teach autofill in a file'
complete -c fieldd -l trace -r -F -d 'write a transcript of the session to a file'
complete -c fieldd -l version -d 'print the version'
complete -c fieldd -l help -d 'print a summary'
