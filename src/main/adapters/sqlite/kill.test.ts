import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/** Starts the writer, kills it so many ms after its first word, and answers the last number it said. */
async function writeUntilKilled(file: string, start: number, killAfterMs: number): Promise<number> {
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writer.fixture.ts'), file, `${start}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  writer.stdout.setEncoding('utf8')
  writer.stdout.once('data', () => setTimeout(() => writer.kill('SIGKILL'), killAfterMs))
  writer.stdout.on('data', (text: string) => (said += text))
  await new Promise((resolve) => writer.once('close', resolve))
  const whole = said.slice(0, said.lastIndexOf('\n') + 1)
  return Number(whole.trim().split('\n').at(-1))
}

test('no acknowledged message is lost in 20 kills of the writing process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-kill-'))
  const file = join(folder, 'phoenix.db')
  let written = 0
  for (let kill = 0; kill < 20; kill++) {
    const acknowledged = await writeUntilKilled(file, written + 1, kill * 3)
    const db = openDatabase(file)
    if (!db.ok) throw new Error(db.error)
    const seqs = createSqliteStore(db.value, { warn: () => {} })
      .history('c1' as ConversationId)
      .map((message) => message.seq)
    expect(db.value.pragma('quick_check', { simple: true })).toBe('ok')
    db.value.close()
    expect(seqs.length).toBeGreaterThanOrEqual(acknowledged)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    written = seqs.length
  }
  expect(written).toBeGreaterThan(100)
  rmSync(folder, { recursive: true })
})
