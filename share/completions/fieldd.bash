# Completion of fieldd's command line in Bash.
_fieldd() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # Bash takes the sign in --store=FILE for a word of its own.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $before in
    --store | --trace) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    *)
      local words="--stdio --store --trace --version --help"
      ((COMP_CWORD > 1)) || words+=" serve demo"
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
      ;;
  esac
}
complete -o filenames -F _fieldd fieldd
