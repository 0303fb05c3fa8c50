import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { jsonOf } from '../../../client/export/export-json.ts'
import { agent, place, text, user } from '../../core/testing/test-messages.ts'
import { createImports } from './import-port.ts'
import { threadSource } from '../system/thread-source.fixture.ts'

const WORKER = threadSource('./import-worker.ts', import.meta.url)

function importsIn(dataFolder: string) {
  return createImports({ worker: WORKER, home: '/nowhere', dataFolder, environment: {} })
}

/** A recovery export of three conversations, with messages as large as several chunks and reports. */
const SESSIONS = ['First', 'Second', 'Third'].map((title, n) => ({
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
const EXPORT = Buffer.from(`[${PARTS.join(',')}]\n`)

async function held(imports: ReturnType<typeof importsIn>, bytes: Uint8Array) {
  const file = await imports.hold()
  if (!file.ok) throw new Error(file.error)
  for (let at = 0; at < bytes.length; at += 500_000)
    expect(await file.value.append(bytes.subarray(at, at + 500_000))).toMatchObject({ ok: true })
  return file.value
}

test('a recovery export is read from the disk one conversation at a time, each as it was', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-data-'))
  const imports = importsIn(dataFolder)
  const file = await held(imports, EXPORT)
  const content = await imports.look(file.path)
  if (!content.ok || content.value.type !== 'exports') throw new Error('no exports')
  const { exports } = content.value
  expect(exports.map(({ folder, title }) => [title, folder])).toEqual(
    SESSIONS.map(({ title }) => [title, '/work']),
  )
  expect(new Set(exports.map(({ mark }) => mark)).size).toBe(3)
  for (const [n, place] of exports.entries()) {
    const read = await imports.readExport(file.path, place)
    expect(read.ok && read.value.messages).toEqual(SESSIONS[n]?.messages)
  }
  file.remove()
  await expect.poll(() => readdirSync(join(dataFolder, 'imports'))).toEqual([])
  const [first] = exports
  if (first === undefined) throw new Error('none')
  expect(await imports.readExport(file.path, first)).toMatchObject({ ok: false })
})

test('an export that ends in the middle is refused with a sentence, and a start deletes what a kill left', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-data-'))
  const imports = importsIn(dataFolder)
  const file = await held(imports, EXPORT.subarray(0, EXPORT.length - 1_000))
  expect(await imports.look(file.path)).toMatchObject({
    ok: false,
    error: expect.stringContaining('ends in the middle'),
  })
  importsIn(dataFolder)
  expect(readdirSync(dataFolder)).toEqual([])
})
