import {
  type Argument,
  COMMON_FLAGS,
  type Flag,
  LONE_FLAGS,
  type Subcommand,
  SUBCOMMANDS,
} from '../../src/cli/command-table.ts'

const WRITTEN = 'Written by npm run docs from src/cli/command-table.ts.'
const NAMES = SUBCOMMANDS.map(({ name }) => name).join(' ')
const LONE = LONE_FLAGS.map(({ name }) => `--${name}`).join(' ')

function flagsOf({ flags }: Subcommand): readonly Flag[] {
  return [...flags, ...COMMON_FLAGS]
}

function takesFiles({ arguments: expected }: Subcommand): boolean {
  return expected.some(({ completes }: Argument) => completes === 'file')
}

/** The flags of all subcommands, each once: a flag takes the same values everywhere. */
const ALL_FLAGS = [
  ...new Map(SUBCOMMANDS.flatMap(flagsOf).map((flag) => [flag.name, flag])).values(),
]
const VALUED = ALL_FLAGS.filter(({ value }) => value !== undefined)

export function bashCompletion(): string {
  const values = VALUED.map((flag) => `    --${flag.name}) ${bashValue(flag)}return ;;`)
  const words = SUBCOMMANDS.map(
    (each) =>
      `    ${each.name}) words="${flagsOf(each)
        .map(({ name }) => `--${name}`)
        .join(' ')}" ;;`,
  )
  return `# ${WRITTEN}
_phoenix() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${NAMES} ${LONE}" -- "$current"))
    return
  fi
  # In --flag=value, the = is a word of its own.
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $before in
${values.join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _phoenix phoenix
`
}

/** Without a reply, bash completes the names of files, or only of folders, and quotes them itself. */
function bashValue({ choices, completes }: Flag): string {
  if (choices !== undefined)
    return `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); `
  return completes === 'folder' ? 'compopt +o default -o dirnames 2>/dev/null; ' : ''
}

export function zshCompletion(): string {
  const commands = SUBCOMMANDS.map(({ name, summary }) => `    '${name}:${zsh(summary)}'`)
  const lone = LONE_FLAGS.map(({ about, name }) => `    '--${name}:${zsh(about)}'`)
  const cases = SUBCOMMANDS.map((each) => {
    const flags = flagsOf(each).map(
      (flag) => `'--${writtenName(flag)}[${zsh(flag.about)}]${zshValue(flag)}'`,
    )
    const words = [...flags, ...(takesFiles(each) ? ["'*:file:_files'"] : [])]
    return `    ${each.name})\n      _arguments \\\n        ${words.join(' \\\n        ')} ;;`
  })
  return `#compdef phoenix
# ${WRITTEN}
_phoenix() {
  local -a commands options
  commands=(
${commands.join('\n')}
  )
  options=(
${lone.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _describe -o 'option' options
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
_phoenix "$@"
`
}

/** With `=`, the value may follow in the same word or in the next. */
function writtenName({ name, value }: Flag): string {
  return value === undefined ? name : `${name}=`
}

function zshValue({ choices, completes, value }: Flag): string {
  if (value === undefined) return ''
  if (choices !== undefined) return `:${value}:(${choices.join(' ')})`
  if (completes === undefined) return `:${value}:`
  return completes === 'folder' ? `:${value}:_files -/` : `:${value}:_files`
}

/** Escapes a text within single quotes: a description in brackets or after a colon. */
function zsh(text: string): string {
  return text.replace(/[[\]:]/g, String.raw`\$&`).replaceAll("'", "'\\''")
}

export function fishCompletion(): string {
  const lone = LONE_FLAGS.map(
    ({ about, name }) =>
      `complete -c phoenix -n __fish_use_subcommand -l ${name} -d '${fish(about)}'`,
  )
  const lines = SUBCOMMANDS.flatMap((each) => [
    `complete -c phoenix -n __fish_use_subcommand -a ${each.name} -d '${fish(each.summary)}'`,
    ...flagsOf(each).map(
      (flag) =>
        `complete -c phoenix -n '__fish_seen_subcommand_from ${each.name}' -l ${flag.name} -d '${fish(flag.about)}'${fishValue(flag)}`,
    ),
    ...(takesFiles(each)
      ? [`complete -c phoenix -n '__fish_seen_subcommand_from ${each.name}' -F`]
      : []),
  ])
  return [`# ${WRITTEN}`, 'complete -c phoenix -f', ...lone, ...lines, ''].join('\n')
}

function fishValue({ choices, completes, value }: Flag): string {
  if (value === undefined) return ''
  if (choices !== undefined) return ` -x -a '${choices.join(' ')}'`
  if (completes === undefined) return ' -x'
  return completes === 'folder' ? " -x -a '(__fish_complete_directories)'" : ' -r -F'
}

function fish(text: string): string {
  return text.replace(/[\\']/g, String.raw`\$&`)
}
