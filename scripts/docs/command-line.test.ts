import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { bashCompletion } from './command-line-completions.ts'
import { commandLineFiles } from './command-line-files.ts'

const files = [...commandLineFiles()].map(([path, text]) => [basename(path), path, text] as const)

test.each(files)('%s matches the table of the command line', (_name, path, text) => {
  expect(readFileSync(path, 'utf8'), 'it is stale: node scripts/docs/command-line.ts').toBe(text)
})

function completed(...words: readonly string[]): readonly string[] {
  const script = `${bashCompletion()}
    COMP_WORDS=(phoenix "$@"); COMP_CWORD=$#; _phoenix; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

test('bash completes commands, the options of each and their choices', () => {
  expect(completed('ver')).toEqual(['verify'])
  expect(completed('run', '--per')).toEqual(['--permissions'])
  expect(completed('run', '--permissions', 'a')).toEqual(['ask', 'acceptEdits', 'auto'])
  expect(completed('list', '--per')).toEqual([])
})
