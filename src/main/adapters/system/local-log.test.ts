import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocalLog } from './local-log.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-log-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const written = (): string => readFileSync(join(folder, 'log/phoenix.log'), 'utf8')

// covers R5-29
test('a line says when, what and the facts', () => {
  openLocalLog(folder, () => 0).warn('a tool failed', { tool: 'bash', code: 2 })
  expect(JSON.parse(written())).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    what: 'a tool failed',
    tool: 'bash',
    code: 2,
  })
  expect(statSync(join(folder, 'log/phoenix.log')).mode & 0o777).toBe(0o600)
})

test('keys never get into it', () => {
  const log = openLocalLog(folder, () => 0)
  log.redact('my"own\\secret')
  log.redact('')
  log.warn('401 for sk-ant-api03-AAAA_bbb-9', { header: 'Bearer my"own\\secret.' })
  expect(written()).not.toMatch(/sk-ant|own/)
  expect(JSON.parse(written())).toMatchObject({
    what: '401 for [secret]',
    header: 'Bearer [secret].',
  })
})

test('it keeps at most five files of 2 MB', () => {
  const log = openLocalLog(folder, () => 0)
  const long = 'x'.repeat(500_000)
  for (let n = 0; n < 30; n += 1) log.warn(`line ${n}`, { long })
  const names = readdirSync(join(folder, 'log')).toSorted()
  expect(names).toEqual(['phoenix.log', ...[1, 2, 3, 4].map((n) => `phoenix.log.${n}`)])
  for (const name of names) {
    expect(statSync(join(folder, 'log', name)).size).toBeLessThan(2 * 1024 * 1024 + 600_000)
  }
  expect(written()).toContain('line 29')
})

test('T92: a log that cannot be written is silent', () => {
  writeFileSync(join(folder, 'log'), 'a file in its place')
  expect(() => openLocalLog(folder, () => 0).warn('x', {})).not.toThrow()
})
