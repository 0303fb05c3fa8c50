import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/** Starts the writer, kills it this many ms after its first output, and returns the last number it printed. */
async function writeUntilKilled(file: string, start: number, killAfterMs: number): Promise<number> {
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writer.fixture.ts'), file, `${start}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  writer.stdout.setEncoding('utf8')
  writer.stdout.once('data', () => setTimeout(() => writer.kill('SIGKILL'), killAfterMs))
  writer.stdout.on('data', (text: string) => (printed += text))
  await new Promise((resolve) => writer.once('close', resolve))
  const whole = printed.slice(0, printed.lastIndexOf('\n') + 1)
  return Number(whole.trim().split('\n').at(-1))
}

/**
 * Repeats until there were this many kills and messages. Each kill comes at a random moment of the first 60 ms of writing.
 */
export async function expectNothingLost(least: { kills: number; messages: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-kill-'))
  const file = join(folder, 'phoenix.db')
  let written = 0
  for (let kills = 0; kills < least.kills || written < least.messages; kills++) {
    const acknowledged = await writeUntilKilled(file, written + 1, randomInt(60))
    const seqs = seqsIn(file)
    expect(seqs.length).toBeGreaterThanOrEqual(acknowledged)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    written = seqs.length
  }
  rmSync(folder, { recursive: true })
}

function seqsIn(file: string): readonly number[] {
  const db = openDatabase(file)
  if (!db.ok) throw new Error(db.error)
  expect(db.value.pragma('quick_check', { simple: true })).toBe('ok')
  const store = createSqliteStore(db.value, { warn: () => {} })
  const seqs = store.history('c1' as ConversationId).map((message) => message.seq)
  db.value.close()
  return seqs
}
