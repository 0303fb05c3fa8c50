# Written by npm run docs from src/cli/command-table.ts.
_phoenix() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "run list show export open search verify acp token doctor --help --version" -- "$current"))
    return
  fi
  # In --flag=value, the = is a word of its own.
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $before in
    --folder) compopt +o default -o dirnames 2>/dev/null; return ;;
    --model) return ;;
    --permissions) COMPREPLY=($(compgen -W "readOnly ask acceptEdits auto" -- "$current")); return ;;
    --resume) return ;;
    --from-diff) return ;;
    --from-issue) return ;;
    --timeout) return ;;
    --data) compopt +o default -o dirnames 2>/dev/null; return ;;
    --format) COMPREPLY=($(compgen -W "markdown json yaml" -- "$current")); return ;;
    --out) return ;;
    --scopes) return ;;
  esac
  case ${COMP_WORDS[1]} in
    run) words="--folder --model --permissions --resume --from-diff --from-issue --timeout --json --data --help --version" ;;
    list) words="--archived --data --help --version" ;;
    show) words="--data --help --version" ;;
    export) words="--format --images --out --redact --data --help --version" ;;
    open) words="--data --help --version" ;;
    search) words="--data --help --version" ;;
    verify) words="--data --help --version" ;;
    acp) words="--data --help --version" ;;
    token) words="--scopes --data --help --version" ;;
    doctor) words="--folder --json --data --help --version" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _phoenix phoenix
