# Completion of fieldd's command line in Bash.
_fieldd() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words files=
  COMPREPLY=()
  # Bash takes the sign in --store=FILE for a word of its own.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $before in
    --store | --trace | --root | --form | --pass | --fail | --output | --report) words= files=yes ;;
    --records-format) words="json csv tsv formio mcp kobo odk urlencoded github slack adaptive-cards awx a2ui" ;;
    --format) words="text ndjson json sarif github junit" ;;
    --from | --form-format) words="fields json-schema rjsf surveyjs formio html github mcp lsp-form xlsform slack adaptive-cards awx backstage a2ui" ;;
    --to) words="fields json-schema rjsf surveyjs formio html github mcp lsp-form xlsform slack adaptive-cards awx backstage a2ui typescript" ;;
    --kind) words="valid boundary invalid warned" ;;
    --severity | --unchecked) words="error warning information hint" ;;
    --locale) words="ar de en es fr he it ja nl pl pt ro zh" ;;
    --exclude | --stdin-name | --max-errors | --min-records | --max-record-bytes | --jobs | --count | --seed | --title | --codes-page) words= ;;
    *)
      if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == check ]]; then
        words="--form --form-format --records-format --stdin-name --partial --format --pass --fail --severity --unchecked --max-record-bytes --statistics --max-errors --min-records --root --exclude --no-gitignore --jobs --locale --locales --codes-page --verbose --quiet --help"
        files=yes
      elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == convert ]]; then
        words="--from --to --output --report --strict --structured --quiet --stdin-name --help"
        files=yes
      elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == generate ]]; then
        words="--kind --count --seed --annotate --output --quiet --stdin-name --help"
        files=yes
      elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == diff ]]; then
        words="--format --strict --seed --quiet --stdin-name --help"
        files=yes
      elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == infer ]]; then
        words="--records-format --title --output --report --quiet --stdin-name --help"
        files=yes
      elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == explain ]]; then
        words="--json --help"
        # The first word of each line that is not a heading is a name.
        [[ $word == -* ]] || words=$(fieldd explain 2>/dev/null | sed -n 's/^  \([^ ][^ ]*\).*/\1/p')
      else
        words="--stdio --store --trace --version --help"
        ((COMP_CWORD > 1)) || words+=" serve check convert generate diff infer explain schema demo"
      fi
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; [[ -z $files ]] || compgen -f -- "$word")
}
complete -o filenames -F _fieldd fieldd
