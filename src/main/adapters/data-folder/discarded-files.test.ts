import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BlobHash, CallId, MessageId, WorkId } from '../../../shared/ids.ts'
import { testFile } from '../../core/testing/test-attachment.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { append, ID, input, lifecycle } from '../../runtime/fakes/contracts/store-samples.ts'
import { ok } from '../../../shared/result.ts'
import { unreadable } from './unreadable.fixture.ts'
import {
  OTHER,
  CALL,
  LATER,
  DAY,
  places,
  leftoversOf,
  removeDiscarded,
  kept,
  age,
  image,
  addMessage,
  filesLeft,
  hashesOf,
} from './discarded-files.fixture.ts'

test('what only the deleted conversation named is removed: images, attached files, drafts and waiting messages', async () => {
  const at = places()
  const sent = await image(at, 'sent')
  const drafted = await image(at, 'drafted')
  const original = await kept(at, 'a text')
  const path = await at.attached.keep(original, 'a.txt', Buffer.from('a text'))
  age(at.folder)
  addMessage(at, ID, [sent, testFile('a.txt', { original, path: path.ok ? path.value : '' })])
  at.store.saveDraft(ID, { text: '', attachments: [drafted], caret: 0 })
  expect(filesLeft(at)).toHaveLength(6)
  at.store.removeConversations([ID])
  await removeDiscarded(at)
  expect(filesLeft(at)).toEqual([])
  expect(at.store.discarded()).toEqual({ blobs: [], callIds: [] })
})

test('what another message, draft, waiting message or session names stays', async () => {
  const at = places()
  const [inMessage, inDraft, waiting] = [
    await image(at, 'message'),
    await image(at, 'draft'),
    await image(at, 'waiting'),
  ]
  const instructions = await kept(at, 'Use tabs.')
  addMessage(at, ID, [
    inMessage,
    inDraft,
    waiting,
    testFile('AGENTS.md', { original: instructions, path: '/nowhere' }),
  ])
  addMessage(at, OTHER, [inMessage])
  at.store.saveDraft(OTHER, { text: '', attachments: [inDraft], caret: 0 })
  const message = { id: 'w1' as MessageId, text: '', attachments: [waiting], when: 'idle' } as const
  at.store.putWaiting(OTHER, message)
  const found = { name: 'AGENTS.md', blob: instructions, bytes: 1, isCut: false } as const
  const context = { ...testContext(), instructions: [found] }
  const opening = lifecycle('l1', { type: 'sessionStarted', context })
  append(at.store, { conversationId: OTHER, rows: [input('e0'), opening] })
  at.store.removeConversations([ID])
  await removeDiscarded(at)
  const all = [...[inMessage, inDraft, waiting].flatMap(hashesOf), instructions]
  expect(filesLeft(at).toSorted()).toEqual(all.toSorted())
  expect(at.store.discarded()).toEqual({ blobs: [], callIds: [] })
})

/** The result of deleting a file with these bytes. */
function deletionOf(blob: BlobHash | undefined) {
  if (blob === undefined) throw new Error('not kept')
  return { path: '/work/a', shown: 'a', before: { blob, mode: 0o644 }, after: null }
}

test('outputs and undo data of its calls are removed with it; undo data that another call names stays', async () => {
  const at = places()
  const { intents, kept: backups } = at.keeping
  const before = await backups.keepAll(['mine', 'shared'].map((text) => Buffer.from(text)))
  age(at.folder)
  const [mine, shared] = before.ok ? before.value : []
  await intents.note(CALL, [deletionOf(mine), deletionOf(shared)])
  await intents.note('other.0' as CallId, [deletionOf(shared)])
  const output = at.outputs.begin(CALL)
  output.take({ bytes: Buffer.from('\u001b[1mloud'), file: null })
  output.end(3)
  expect(await at.outputs.read(CALL, null)).not.toEqual(ok(null))
  const started = { type: 'toolStarted', callId: CALL, workId: 'w' as WorkId } as const
  append(at.store, { rows: [input('e1'), lifecycle('l1', started)] })
  at.store.removeConversations([ID])
  await removeDiscarded(at)
  expect(await at.outputs.read(CALL, null)).toEqual(ok(null))
  expect(intents.of(CALL)).toEqual(ok([]))
  expect(backups.sizeOf(deletionOf(mine).before.blob)).toEqual(ok(null))
  expect(backups.sizeOf(deletionOf(shared).before.blob)).toEqual(ok(expect.any(Number)))
  expect(at.store.discarded()).toEqual({ blobs: [], callIds: [] })
})

test.skipIf(process.platform === 'win32')(
  'while the intended edits of a call cannot be read, nothing that they may name is removed',
  async () => {
    const warnings: string[] = []
    const at = { ...places(), warn: (what: string) => void warnings.push(what) }
    const { intents, kept: backups } = at.keeping
    const before = await backups.keepAll([Buffer.from('shared')])
    const [shared] = before.ok ? before.value : []
    await intents.note(CALL, [deletionOf(shared)])
    const calls = join(at.folder, 'data', 'undo', 'calls')
    const [noted = ''] = readdirSync(calls)
    await intents.note(LATER, [deletionOf(shared)])
    age(at.folder)
    const started = { type: 'toolStarted', callId: LATER, workId: 'w' as WorkId } as const
    append(at.store, { rows: [input('e1'), lifecycle('l1', started)] })
    at.store.removeConversations([ID])

    {
      using _ = unreadable(join(calls, noted))
      expect(await leftoversOf(at, Date.now() + DAY).removeUnused()).toMatch(/links form a loop/)
      await removeDiscarded(at)
      expect(at.store.discarded().callIds).toEqual([LATER])
    }
    await removeDiscarded(at)
    expect(backups.sizeOf(deletionOf(shared).before.blob)).toEqual(ok(expect.any(Number)))
    expect(at.store.discarded()).toEqual({ blobs: [], callIds: [] })
    expect(warnings).toHaveLength(1)
  },
)

test('a file stored again meanwhile stays, and the next start checks it again', async () => {
  const at = places()
  const sent = await image(at, 'sent')
  addMessage(at, ID, [sent])
  at.store.removeConversations([ID])
  await at.blobs.keep(Buffer.from('sent'))
  await removeDiscarded(at)
  expect(filesLeft(at)).toEqual([sent.original])
  expect(at.store.discarded().blobs).toEqual([sent.original])
  await removeDiscarded(at, Date.now() + 60_000)
  expect(filesLeft(at)).toEqual([])
  expect(at.store.discarded().blobs).toEqual([])
})

test('unused files are removed when a person asks, and only those', async () => {
  const at = places()
  const [sent, drafted, takenOut] = [
    await image(at, 'sent'),
    await image(at, 'drafted'),
    await image(at, 'taken out'),
  ]
  const original = await kept(at, 'a text')
  await at.attached.keep(original, 'a.txt', Buffer.from('a text'))
  const before = await at.keeping.kept.keepAll([Buffer.from('before')])
  const undo = before.ok ? before.value[0] : undefined
  await at.keeping.intents.note(CALL, [deletionOf(undo)])
  age(at.folder)
  addMessage(at, ID, [sent])
  at.store.saveDraft(OTHER, { text: '', attachments: [drafted], caret: 0 })
  expect(await leftoversOf(at, Date.now() + DAY).removeUnused()).toBeNull()
  for (const hash of [sent, drafted].flatMap(hashesOf))
    expect(at.blobs.sizeOf(hash)).toEqual(ok(expect.any(Number)))
  for (const hash of [...hashesOf(takenOut), original])
    expect(at.blobs.sizeOf(hash)).toEqual(ok(null))
  expect(filesLeft(at)).not.toContain('a.txt')
  expect(at.keeping.kept.sizeOf(deletionOf(undo).before.blob)).toEqual(ok(expect.any(Number)))
})

test('an unused file of the last day stays', async () => {
  const at = places()
  const takenOut = await image(at, 'taken out')
  await leftoversOf(at, Date.now()).removeUnused()
  for (const hash of hashesOf(takenOut))
    expect(at.blobs.sizeOf(hash)).toEqual(ok(expect.any(Number)))
})

test('what a draft takes back during the search stays', async () => {
  const at = places()
  const takenOut = await image(at, 'taken out')
  addMessage(at, ID, [])
  const removing = leftoversOf(at, Date.now() + DAY).removeUnused()
  setImmediate(() => at.store.saveDraft(OTHER, { text: '', attachments: [takenOut], caret: 0 }))
  await removing
  for (const hash of hashesOf(takenOut))
    expect(at.blobs.sizeOf(hash)).toEqual(ok(expect.any(Number)))
})

test('if the history cannot be read, nothing is removed', async () => {
  const at = places()
  const takenOut = await image(at, 'taken out')
  at.close()
  expect(await leftoversOf(at, Date.now() + DAY).removeUnused()).toMatch(/not open/)
  for (const hash of hashesOf(takenOut))
    expect(at.blobs.sizeOf(hash)).toEqual(ok(expect.any(Number)))
})
