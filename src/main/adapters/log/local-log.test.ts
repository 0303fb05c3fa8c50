import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leastLevelOf, type Level, type LocalLog, openLocalLog } from './local-log.ts'
import { createRedactor, type Redactor } from './redactor.ts'

let folder: string
let redactor: Redactor

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-log-'))
  redactor = createRedactor()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const opened = (least: Level = 'info'): LocalLog =>
  openLocalLog({ folder, now: () => 0, redactor, least })
const written = (): string => readFileSync(join(folder, 'log/phoenix.log'), 'utf8')

// covers R5-29
test('a line has its time, level, message and facts, whatever the names of the facts', () => {
  opened().warn('a tool failed', { tool: 'bash', code: 2, what: 'title', level: 'high' })
  expect(JSON.parse(written())).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    what: 'a tool failed',
    facts: { tool: 'bash', code: 2, what: 'title', level: 'high' },
  })
  expect(statSync(join(folder, 'log/phoenix.log')).mode & 0o777).toBe(0o600)
})

test('lines below the level are not written; PHOENIX_LOG sets it, and info is the default', () => {
  const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error']
  const log = opened('warn')
  for (const level of LEVELS) log.write(level, level, {})
  const lines = written().trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([
    'warn',
    'error',
  ])
  expect(leastLevelOf({ PHOENIX_LOG: 'debug' })).toBe('debug')
  expect([leastLevelOf({}), leastLevelOf({ PHOENIX_LOG: 'all' })]).toEqual(['info', 'info'])
})

test('keys are never logged', () => {
  const log = opened()
  redactor.add('my"own\\secret')
  redactor.add('')
  log.warn('401 for sk-ant-api03-AAAA_bbb-9', { header: 'Bearer my"own\\secret.' })
  expect(written()).not.toMatch(/sk-ant|own/)
  expect(JSON.parse(written())).toMatchObject({
    what: '401 for [secret]',
    facts: { header: 'Bearer [secret].' },
  })
})

test('of a key that begins like another nothing is left, in any order of registration', () => {
  for (const secret of ['half-a-key', 'half-a-key-and-the-rest', 'half-a']) redactor.add(secret)
  expect(redactor.clean('half-a-key-and-the-rest, half-a-key')).toBe('[secret], [secret]')
})

test('it keeps at most five files of 2 MB', () => {
  const log = opened()
  const names = Array.from({ length: 125 }, (_, n) => `fact ${n}`)
  const half = Object.fromEntries(names.map((name) => [name, 'x'.repeat(4_000)]))
  for (let n = 0; n < 30; n += 1) log.warn(`line ${n}`, half)
  const files = readdirSync(join(folder, 'log')).toSorted()
  expect(files).toEqual(['phoenix.log', ...[1, 2, 3, 4].map((n) => `phoenix.log.${n}`)])
  for (const file of files) {
    expect(statSync(join(folder, 'log', file)).size).toBeLessThan(2 * 1024 * 1024 + 600_000)
  }
  expect(written()).toContain('line 29')
})

test('a single text takes no more than its share of a line', () => {
  opened().warn('x', { error: 'y'.repeat(1_000_000) })
  expect(written().length).toBeLessThan(5_000)
})

test('T92: a log that cannot be written is silent', () => {
  writeFileSync(join(folder, 'log'), 'a file in its place')
  expect(() => opened().warn('x', {})).not.toThrow()
})

test('a data folder that was moved away is not made again, and the log goes on once it is back', () => {
  const log = opened()
  renameSync(folder, `${folder}-moved`)
  log.warn('lost', {})
  expect(existsSync(folder)).toBe(false)
  renameSync(`${folder}-moved`, folder)
  log.warn('kept', {})
  expect(written()).toContain('"kept"')
})

test('T92: a full disk loses the lines that did not fit, and later lines are complete', () => {
  const path = join(folder, 'log/phoenix.log')
  mkdirSync(join(folder, 'log'))
  symlinkSync('/dev/full', path)
  const log = opened()
  expect(() => log.warn('lost', {})).not.toThrow()
  unlinkSync(path)
  writeFileSync(path, '{"half')
  log.warn('kept', {})
  expect(written().split('\n')[1]).toContain('"kept"')
})
