import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ServerLog } from './server-log.ts'

function lastLineOf(text: string): string {
  const log = new ServerLog((each) => each)
  log.add(text)
  return log.lastLine()
}

/** The output of Node when a program ends with an error. */
function crash(code: string): string {
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr
}

test('the last line is what a server said last, without the notes of Phoenix', () => {
  expect(lastLineOf('Listening\nno licence was found\n\n[it ended]\n')).toBe('no licence was found')
  expect(lastLineOf('')).toBe('')
})

test('of a crash in Node it is the error, not the version of Node below its stack', () => {
  expect(lastLineOf(crash('throw new TypeError("no licence")'))).toBe('TypeError: no licence')
  expect(lastLineOf(crash('require("no-such-package")'))).toMatch(/^Error: Cannot find module/)
  expect(lastLineOf(crash('throw "a word"'))).toMatch(/^Node\.js v/)
})
