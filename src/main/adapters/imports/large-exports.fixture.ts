import { expect } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { jsonOf } from '../../../client/export/export-json.ts'
import { agent, place, text, user } from '../../core/testing/test-messages.ts'
import { createImports } from './import-port.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const WORKER = threadSource('./import-worker.ts', import.meta.url)

export function importsIn(dataFolder: string) {
  return createImports({ worker: WORKER, home: '/nowhere', dataFolder, environment: {} })
}

/** A recovery export of three conversations, with messages as large as several chunks and reports. */
export const SESSIONS = ['First', 'Second', 'Third'].map((title, n) => ({
  title,
  messages: place([
    user(`Say é ${n}`),
    agent(text(`"\\\n漢 ${n} `.repeat(byTier(30_000, 200_000)))),
    user('Thanks'),
  ]),
}))

const PARTS = SESSIONS.map(({ messages, title }) => {
  const about = { folder: '/work', shells: [], images: null, exportedAt: 1 }
  return jsonOf({ ...about, title, messages }).join('')
})

export const EXPORT = Buffer.from(`[${PARTS.join(',')}]\n`)

export async function held(imports: ReturnType<typeof importsIn>, bytes: Uint8Array) {
  const file = await imports.hold()
  if (!file.ok) throw new Error(file.error)
  for (let at = 0; at < bytes.length; at += 500_000)
    expect(await file.value.append(bytes.subarray(at, at + 500_000))).toMatchObject({ ok: true })
  return file.value
}
