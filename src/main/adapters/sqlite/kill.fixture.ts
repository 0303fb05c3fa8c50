import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/** A kill comes at a random moment within this time after the last message that is waited for (ms). */
const WITHIN_MS = 5

/** Starts the writer, kills it a moment after so many messages, and returns the last number it printed. */
async function writeUntilKilled(file: string, start: number, messages: number): Promise<number> {
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writer.fixture.ts'), file, `${start}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  writer.stdout.setEncoding('utf8')
  let isDue = false
  writer.stdout.on('data', (text: string) => {
    printed += text
    if (isDue || lastIn(printed) < start + messages) return
    isDue = true
    setTimeout(() => writer.kill('SIGKILL'), randomInt(WITHIN_MS))
  })
  const [, signal] = await once(writer, 'close')
  // A writer that ended by itself was not killed.
  expect(signal).toBe('SIGKILL')
  return lastIn(printed)
}

/** The last whole number. */
function lastIn(printed: string): number {
  const whole = printed.slice(0, printed.lastIndexOf('\n') + 1)
  return Number(whole.trim().split('\n').at(-1))
}

/** Repeats until there were this many kills and acknowledged messages. Each kill comes after a random number of messages. */
export async function expectNothingLost(least: { kills: number; messages: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-kill-'))
  const file = join(folder, 'phoenix.db')
  const most = Math.ceil((2 * least.messages) / least.kills)
  let [acknowledged, written] = [0, 0]
  for (let kills = 0; kills < least.kills || acknowledged < least.messages; kills++) {
    const last = await writeUntilKilled(file, written + 1, randomInt(most))
    acknowledged += last - written
    const stored = storedIn(file)
    expect(stored.length).toBeGreaterThanOrEqual(last)
    expect(stored).toEqual(stored.map((_, index) => [index + 1, `message ${index + 1}`]))
    written = stored.length
  }
  rmSync(folder, { recursive: true })
}

/** The number and the text of each message. */
function storedIn(file: string): readonly (readonly [number, string])[] {
  const db = openDatabase(file)
  if (!db.ok) throw new Error(db.error)
  expect(db.value.pragma('quick_check', { simple: true })).toBe('ok')
  const store = createSqliteStore(db.value, { warn: () => {} })
  const stored = store
    .history('c1' as ConversationId)
    .map(({ seq, content }) => [seq, content.type === 'user' ? content.text : ''] as const)
  db.value.close()
  return stored
}
