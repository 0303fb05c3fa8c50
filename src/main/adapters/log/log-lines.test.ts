import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestLogLines } from './log-lines.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-log-'))
  mkdirSync(join(folder, 'log'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, 'log', name), text)
}

test('the newest lines over all files, oldest first; an incomplete line is left out', () => {
  write('phoenix.log.2', '{"n":0}\n')
  write('phoenix.log.1', '{"n":1}\n{"n":2}\n')
  write('phoenix.log', '{"n":3}\n{"half\n{"n":4}\n')
  expect(newestLogLines(folder, 1_000)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })))
  expect(newestLogLines(folder, 35)).toEqual([2, 3, 4].map((n) => ({ n })))
})

test('a missing log has no lines', () => {
  expect(newestLogLines(join(folder, 'nowhere'), 1_000)).toEqual([])
})

test.runIf(process.platform !== 'win32')('a pipe in place of a log is not waited for', () => {
  write('phoenix.log.1', '{"n":1}\n')
  execFileSync('mkfifo', [join(folder, 'log', 'phoenix.log')])
  expect(newestLogLines(folder, 1_000)).toEqual([{ n: 1 }])
})
