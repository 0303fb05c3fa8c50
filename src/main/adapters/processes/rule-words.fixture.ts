import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { allows, plainWords, prefixesOf } from '../../../shared/settings/rule-words.ts'
import { temporaryFolder } from './supervisor-fixture.ts'

const SHOW = '#!/bin/bash\nprintf \'%s\\0\' "$0" "$@"\n'

/** Words that bash passes on unchanged, next to pieces that it transforms. */
const plain = fc.constantFrom('a', 'test', '--x=1', '-', '1:2', '@c', './a,b', '+d', 'a=b', '..')
const hostile = fc.constantFrom(
  ...'$ ` ( ) { } [ ] < > | & ; ! * ? ~ # \\ \' " % ^ = \n \t \r é \u00a0 ａ'.split(' '),
  ' ',
  '  ',
  '$(show x)',
  '${PATH}',
  '$IFS',
  '<(show)',
  '{a,b}',
  '~root',
  ' time ',
)
const rest = fc.array(
  fc.oneof({ weight: 12, arbitrary: plain.map((word) => ` ${word}`) }, hostile),
  { maxLength: 8 },
)

/** Expects bash to run what a prefix allows as exactly its words, split at the spaces; tries this many commands. */
export function expectRunAsRead(commands: number): void {
  using folder = temporaryFolder()
  const show = join(folder.path, 'show')
  writeFileSync(show, SHOW)
  chmodSync(show, 0o755)
  for (const name of ['a', 'b', 'test']) writeFileSync(join(folder.path, name), '')
  const env = { PATH: [folder.path, '/usr/bin', '/bin'].join(delimiter), HOME: folder.path }
  const run = (command: string): readonly string[] =>
    execFileSync('bash', ['-c', command], { cwd: folder.path, env, encoding: 'utf8' })
      .split('\0')
      .slice(0, -1)
  // As a separate word, if the path of the temp folder contains no space.
  const programs = ['show', './show', ...(/\s/.test(show) ? [] : [show])]
  let allowed = 0
  let refused = 0
  fc.assert(
    fc.property(fc.constantFrom(...programs), rest, (program, pieces) => {
      const command = program + pieces.join('')
      const rules = prefixesOf(`${program} test a`)
        .concat(prefixesOf(command))
        .map((subject) => ({ tool: 'bash', subject, match: 'prefix' }) as const)
      if (!rules.some((rule) => allows(rule, 'bash', command))) {
        refused += 1
        return
      }
      allowed += 1
      const [, ...argv] = run(command)
      expect(argv).toEqual(command.split(' ').slice(1))
      expect(plainWords(command)).toEqual([program, ...argv])
    }),
    { numRuns: commands },
  )
  expect(allowed).toBeGreaterThan(commands / 10)
  expect(refused).toBeGreaterThan(commands / 10)
}
