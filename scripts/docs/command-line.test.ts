import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMON_FLAGS, type Flag, SUBCOMMANDS } from '../../src/cli/command-table.ts'
import { temporaryFolder } from '../../src/main/adapters/processes/supervisor-fixture.ts'
import { bashCompletion, fishCompletion, zshCompletion } from './command-line-completions.ts'
import { commandLineFiles } from './command-line-files.ts'

const files = [...commandLineFiles()].map(([path, text]) => [basename(path), path, text] as const)

test.each(files)('%s matches the table of the command line', (_name, path, text) => {
  expect(readFileSync(path, 'utf8'), 'it is stale: node scripts/docs/command-line.ts').toBe(text)
})

/** What a shell offers for the last of these words, sorted. */
type Complete = (...words: readonly string[]) => readonly string[]

/** bash takes `=` for a word of its own. */
function inBash(...words: readonly string[]): readonly string[] {
  const script = `${bashCompletion()}
    COMP_WORDS=(phoenix "$@"); COMP_CWORD=$#; _phoenix; printf '%s\\n' "\${COMPREPLY[@]}"`
  const typed = words.flatMap((word) => word.split(/(=)/))
  return linesOf('bash', '-c', script, 'bash', ...typed)
}

function inFish(...words: readonly string[]): readonly string[] {
  const script = `${fishCompletion()}\ncomplete -C "phoenix $argv"`
  return linesOf('fish', '--no-config', '-c', script, '--', ...words).map(
    (line) => line.split('\t')[0] ?? '',
  )
}

/** zsh completes only in its line editor: one runs in a terminal of its own, and writes down what it is told to add. */
const IN_ZSH = `
  zmodload zsh/zpty
  zpty inner 'zsh -f -i'
  zpty -w inner "module_path=($module_path); fpath=(\${(q)1} $fpath); autoload -U compinit; compinit -u -D
  compadd() {
    [[ \\\${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd \\"\\$@\\"; return }
    local -a found; builtin compadd -A found \\"\\$@\\"; print -l -- \\$found >>\${(q)2}; builtin compadd \\"\\$@\\"
  }
  bindkey '^I' complete-word; bindkey -s '^X' '^U exit^M'"
  zpty -w -n inner "phoenix \${@[3,-1]}"$'\\t\\x18'
  zpty -r inner all '*never*'
  cat $2`

function inZsh(...words: readonly string[]): readonly string[] {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, '_phoenix'), zshCompletion())
  return linesOf(
    'zsh',
    '-f',
    '-c',
    IN_ZSH,
    'zsh',
    folder.path,
    join(folder.path, 'added'),
    ...words,
  )
}

function linesOf(shell: string, ...args: readonly string[]): readonly string[] {
  const { stdout } = spawnSync(shell, args, { encoding: 'utf8', timeout: 20_000 })
  return [...new Set(stdout.split('\n'))].filter((line) => line !== '').toSorted()
}

const SHELLS: readonly (readonly [string, Complete])[] = [
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
]
const installed = SHELLS.filter(([shell]) => spawnSync(shell, ['-c', '']).status === 0)

test.each(installed)(
  '%s completes commands, the options of each and their choices',
  (_shell, completed) => {
    expect(completed('ver')).toEqual(['verify'])
    expect(completed('--v')).toEqual(['--version'])
    expect(completed('run', '--per')).toEqual(['--permissions'])
    expect(completed('run', '--permissions', 'a')).toEqual(['acceptEdits', 'ask', 'auto'])
    expect(completed('list', '--per')).toEqual([])
    expect(completed('run', '--permissions=a').map((word) => word.replace(/^.*=/, ''))).toEqual([
      'acceptEdits',
      'ask',
      'auto',
    ])
  },
)

test('the completions of every shell have every command, option and choice, and files where those are expected', () => {
  for (const text of [bashCompletion(), zshCompletion(), fishCompletion()]) {
    for (const { flags, name } of SUBCOMMANDS) {
      expect(text).toMatch(new RegExp(`\\b${name}\\b`))
      for (const flag of [...flags, ...COMMON_FLAGS] as readonly Flag[]) {
        expect(text).toMatch(new RegExp(`-(?:-|l )${flag.name}\\b`))
        if (flag.choices !== undefined) expect(text).toContain(flag.choices.join(' '))
      }
    }
  }
  expect(bashCompletion()).toContain('complete -o default ')
  expect(zshCompletion()).toMatch(/ open\)\n {6}_arguments[^;]+ '\*:file:_files' ;;/)
  expect(fishCompletion()).toContain("'__fish_seen_subcommand_from open' -F\n")
})
