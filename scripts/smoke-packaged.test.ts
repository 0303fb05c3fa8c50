import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneOfEvery } from '../src/shared/testing/by-tier.ts'

const SCRIPT = join(import.meta.dirname, 'smoke-packaged.ts')

/** A program that writes its log, shows its page and waits to be ended, unless changed. */
function outcomeOf(changes: {
  readonly shows?: boolean
  readonly level?: string
  readonly code?: number
}): readonly unknown[] {
  const { shows = true, level = 'info', code = 0 } = changes
  const program = `
    const fs = require('node:fs'), data = process.env.PHOENIX_DATA_DIR
    process.on('SIGTERM', () => process.exit(${code}))
    fs.mkdirSync(data + '/log')
    fs.writeFileSync(data + '/log/phoenix.log', '{"level":"${level}"}')
    if (${shows}) fs.writeFileSync(data + '/window.json', '{}'), setInterval(() => {}, 1000)
  `
  const { status, stdout } = spawnSync(
    process.execPath,
    [SCRIPT, process.execPath, '-e', program],
    {
      encoding: 'utf8',
      timeout: 20_000,
    },
  )
  return [status, stdout]
}

const PROGRAMS = [
  ['that leaves before it shows its page', { shows: false }, 1, /showed no page/],
  ['that starts, shows its page and ends', {}, 0, /starts, shows its page and ends/],
  ['that ends with a fault', { code: 3 }, 1, /left with 3/],
  ['that logs an error', { level: 'error' }, 1, /logged an error/],
] as const

test.each(oneOfEvery(2, PROGRAMS))(
  'the smoke test of packages reports a program %s',
  (_what, changes, status, sentence) => {
    expect(outcomeOf(changes)).toEqual([status, expect.stringMatching(sentence)])
  },
)

test('a missing program is reported in a sentence', () => {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '/no/such/program'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([status, stdout]).toEqual([1, expect.stringMatching(/cannot be started|showed no page/)])
})
