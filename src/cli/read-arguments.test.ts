import { expect, test } from 'vitest'
import { SUBCOMMANDS } from './command-table.ts'
import { durationOf } from './run/duration.ts'
import { helpOf } from './help.ts'
import { readArguments } from './read-arguments.ts'

test.each([
  [
    ['run', 'a', 'b', '--json', '--model=m/x=y', '--folder', 'd'],
    ['a', 'b'],
    { json: '', model: 'm/x=y', folder: 'd' },
  ],
  [['run', '--', '--json', '-x'], ['--json', '-x'], {}],
  [['run', '-'], ['-'], {}],
  [['export', 'id', '--format', 'json'], ['id'], { format: 'json' }],
  [['verify'], [], {}],
])('%j is understood', (args, words, flags) => {
  const read = readArguments(args)
  if (!read.ok || read.value.type !== 'run') throw new Error('not understood')
  expect(read.value.parsed.words).toEqual(words)
  expect(Object.fromEntries(read.value.parsed.flags)).toEqual(flags)
})

test.each([
  [['walk'], 'There is no command "walk".'],
  [['--data', 'd', 'list'], '"--data" is not a command: options come after one.'],
  [['show', ''], 'phoenix show needs ID.'],
  [['help', 'walk'], 'There is no command "walk".'],
  [['run', '--nothing'], 'phoenix run has no option "--nothing".'],
  [['list', '--json'], 'phoenix list has no option "--json".'],
  [['run', 'x', '--model'], '--model needs a value: MODEL.'],
  [['run', 'x', '--json=yes'], '--json takes no value.'],
  [['run', 'x', '--json', '--json'], '--json was given twice.'],
  [
    ['run', 'x', '--permissions', 'all'],
    '--permissions must be one of readOnly, ask, acceptEdits, auto, not "all".',
  ],
  [['show'], 'phoenix show needs ID.'],
  [['show', 'a', 'b'], 'phoenix show does not know what to do with "b".'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(readArguments(args)).toEqual({ ok: false, error: sentence })
})

test('help and version come first, and the help of each command lists everything it accepts', () => {
  expect(readArguments([])).toEqual({ ok: true, value: { type: 'help', of: null } })
  expect(readArguments(['help', 'run'])).toEqual({ ok: true, value: { type: 'help', of: 'run' } })
  expect(readArguments(['show', '--help'])).toEqual({
    ok: true,
    value: { type: 'help', of: 'show' },
  })
  expect(readArguments(['list', '--version'])).toEqual({ ok: true, value: { type: 'version' } })
  for (const { flags, name, summary } of SUBCOMMANDS) {
    const help = helpOf(name)
    for (const part of [summary, '--data', ...flags.map((flag) => `--${flag.name}`)])
      expect(help).toContain(part)
    expect(helpOf(null)).toContain(summary)
  }
})

test.each([
  ['90', 90_000],
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['10m', 600_000],
  ['0', null],
  ['', null],
  ['1.5s', null],
  ['30m1h', null],
  ['25h', null],
])('a duration of %j is %j ms', (text, ms) => {
  expect(durationOf(text)).toBe(ms)
})
