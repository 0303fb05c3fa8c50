import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failed } from '../../../../shared/result.ts'
import { beginRecovery } from './recovery.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('starting empty where an earlier attempt is in the way says so and leaves the database', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'phoenix-recovery-')), 'phoenix.db')
  writeFileSync(file, 'damaged')
  mkdirSync(`${file}.new`)
  const recovery = beginRecovery({
    file,
    fault: { type: 'damaged', sentence: 'It is damaged.' },
    upkeep: { run: () => Promise.resolve(failed('none')), close: () => Promise.resolve() },
    log: SILENT,
    now: () => 1,
  })
  expect(recovery.startEmpty()).toMatchObject({
    ok: false,
    error: { code: 'storage', message: expect.stringContaining('could not be done') },
  })
  expect(readFileSync(file, 'utf8')).toBe('damaged')
  await recovery.close()
})
