import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logOfDiagnostics } from './diagnostics-log.ts'
import { verifyConversation } from './verify-history.ts'

const FOLDER = new URL('saved-reports/', import.meta.url)
const PACING = { clock: { now: () => 0 }, pause: () => Promise.resolve() }

/** Reports that were saved with “Include what was said”: each file in the folder is a test. */
test.for(readdirSync(FOLDER))('the report %s rebuilds what was stored', async (file) => {
  const log = logOfDiagnostics(readFileSync(new URL(file, FOLDER), 'utf8'))
  if (!log.ok) throw new Error(log.error)
  for (const { id } of log.value.conversations(null, 1)) {
    const { difference, events, messages } = await verifyConversation(log.value, id, PACING)
    expect(difference).toBeNull()
    expect(events * messages).toBeGreaterThan(0)
  }
})
