import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import type { BlobHash, CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { append, input, withConversation } from '../../runtime/fakes/contracts/store-samples.ts'
import type { DiscardedFilesPort } from '../../runtime/ports/file-ports.ts'
import { Leftovers } from '../../runtime/registry/leftovers.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import { openBackups } from '../edits/keep-before.ts'
import { openAttachedFiles } from '../files/attached-files.ts'
import { openKeptOutputs } from '../outputs/kept-outputs.ts'
import { opened } from '../sqlite/temporary.fixture.ts'
import { createDiscardedFiles } from './discarded-files.ts'

export const OTHER = 'other' as ConversationId
export const CALL = 'reply.0' as CallId
export const LATER = 'other.0' as CallId
const LONG_AGO = new Date(Date.now() - 3_600_000)
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export type Places = ReturnType<typeof places>

/** Two conversations, and an empty data folder. */
export function places() {
  const above = mkdtempSync(join(tmpdir(), 'phoenix-discarded-'))
  folders.push(above)
  const folder = join(above, 'data')
  mkdirSync(folder)
  const blobs = openBlobFiles(folder)
  const { db, store } = opened()
  withConversation(store)
  store.createConversation({ id: OTHER, folder: '/work', permissionMode: 'ask', at: 1 })
  return {
    folder: above,
    store,
    warn: (what: string): void => expect.fail(what),
    close: () => db.close(),
    blobs,
    keeping: openBackups(folder),
    attached: openAttachedFiles(folder),
    outputs: openKeptOutputs(folder),
  }
}

export function filesOf({ attached, blobs, keeping, outputs }: Places): DiscardedFilesPort {
  return createDiscardedFiles({ attached, blobs, outputs, ...keeping })
}

export function leftoversOf(at: Places, now: number, files = filesOf(at)): Leftovers {
  return new Leftovers({
    store: at.store,
    files,
    clock: { now: () => now },
    timers: { soon: (run) => setImmediate(run) },
    log: { warn: at.warn },
  })
}

/** Removes discarded files as a start does, and as is done after a deletion. */
export async function removeDiscarded(at: Places, now = Date.now()): Promise<void> {
  await leftoversOf(at, now).remove()
}

export const DAY = 24 * 60 * 60 * 1000

export async function kept(at: Places, text: string): Promise<BlobHash> {
  const result = await at.blobs.keep(Buffer.from(text))
  if (!result.ok) throw new Error(result.error)
  age(at.folder)
  return result.value
}

/** Makes all files look old. */
export function age(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO)
}

export async function image(at: Places, text: string): Promise<Attachment> {
  const [original, copy] = [await kept(at, text), await kept(at, `copy of ${text}`)]
  return testAttachment(`${text}.png`, { original, copy })
}

let count = 0
export function addMessage(
  at: Places,
  id: ConversationId,
  attachments: readonly Attachment[],
): void {
  const content = { type: 'user', text: '', attachments, author: 'person' } as const
  store(at, id, content)
}

function store(at: Places, id: ConversationId, content: MessageContent): void {
  const message = { id: `m${++count}` as MessageId, at: 1, content }
  append(at.store, { conversationId: id, rows: [input(`e${++count}`)], messages: [message] })
}

export function filesLeft(at: Places): readonly string[] {
  return readdirSync(at.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

export function hashesOf(attachment: Attachment): readonly BlobHash[] {
  return 'copy' in attachment ? [attachment.original, attachment.copy] : [attachment.original]
}
