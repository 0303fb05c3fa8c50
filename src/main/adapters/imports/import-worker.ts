import { closeSync, fstatSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../../shared/assert-never.ts'
import { MAX_FILE_BYTES } from '../../../shared/messages/attachment.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, type Result } from '../../../shared/result.ts'
import type { ExportPlace, ReadSession } from '../../runtime/ports/import-port.ts'
import { openRegular, readRegular } from '../data-folder/regular-file.ts'
import { faultCode } from '../system/file-fault.ts'
import { lowerPriority } from '../system/low-priority.ts'
import { findSessions } from './find-sessions.ts'
import type { ImportOrder, ImportReport, ImportStart } from './import-order.ts'
import { opencodeSession } from './opencode-store.ts'
import { readOpencodeSession } from './read-opencode.ts'
import { findExports, readExport } from './read-phoenix.ts'
import { nonEmpty, NOTHING, READERS, readSession } from './read-session.ts'

/** Messages per report, and their size in bytes of JSON: either ends it. */
const [PIECE, PIECE_BYTES] = [50, 256 * 1024]
/** Read at once. */
const CHUNK_BYTES = 1024 * 1024

/** They are listed for a person, and in one answer. */
const MAX_EXPORTS = 20_000
const TOO_MANY =
  'This file has more than 20,000 conversations, the most that Phoenix can import from one file.'
const CUT =
  'This export ends in the middle, so nothing of it was imported. Copy or export it again.'
const MORE =
  'This file contains something besides its export, so nothing of it was imported. Export it again.'
const NEWER =
  'This export is from a newer version of Phoenix, which this one could misread. Update Phoenix here, then import it.'
const TOO_LARGE = 'Something in this file is larger than 64 MB, so Phoenix can’t read it.'
const WHY_NOT = { cut: CUT, other: MORE, tooLarge: TOO_LARGE } as const

const start = workerData as ImportStart
let reported = 0

/** Reads sessions of other programs, in a thread that is ended if a file takes too long or too much memory. */
lowerPriority()
run(start.order)

function run(order: ImportOrder): void {
  switch (order.type) {
    case 'find':
      return report({ type: 'sessions', sessions: findSessions(order.places) })
    case 'found':
      return reportRead(readFound(order))
    case 'file':
      return orWhyNot(() => lookAt(order.path))
    case 'export':
      return orWhyNot(() => reportExport(order.path, order.place))
    default:
      assertNever(order)
  }
}

/** The copy of a file may be gone: its person has closed it. */
function orWhyNot(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (faultCode(error) === '') throw error
    report({ type: 'refused', why: 'This file could not be read. Open it again.' })
  }
}

function lookAt(path: string): void {
  const { end, exports, isExport, isNewer } = findExports(chunksOf(path))
  if (!isExport && end !== 'tooLarge') return reportRead(readOther(path))
  if (isNewer) return report({ type: 'refused', why: NEWER })
  if (end !== 'whole') return report({ type: 'refused', why: WHY_NOT[end] })
  if (exports.length > MAX_EXPORTS) return report({ type: 'refused', why: TOO_MANY })
  if (exports.length === 0) return report({ type: 'refused', why: NOTHING })
  report({ type: 'exports', exports })
}

function readOther(path: string): Result<ReadSession, string> {
  try {
    return readSession(readRegular(path, MAX_FILE_BYTES))
  } catch (error) {
    return failed(whyUnread(error))
  }
}

function readFound({
  scratch,
  session: { path, program, sessionId },
}: Extract<ImportOrder, { type: 'found' }>): Result<ReadSession, string> {
  try {
    if (sessionId !== null) {
      return nonEmpty(readOpencodeSession(opencodeSession({ path, scratch }, sessionId)))
    }
    return nonEmpty(READERS[program](readRegular(path, MAX_FILE_BYTES).toString('utf8')))
  } catch (error) {
    return failed(whyUnread(error))
  }
}

function whyUnread(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === 'EFBIG')
    return 'This session is larger than 50 MB, the most that Phoenix can import.'
  if (code === 'ENOENT') return 'This session no longer exists.'
  return 'This session could not be read. Close the program that it belongs to, then try again.'
}

function reportRead(read: Result<ReadSession, string>): void {
  if (!read.ok) return report({ type: 'refused', why: read.error })
  const { images, messages, ...head } = read.value
  for (let at = 0; at < messages.length; at += PIECE) {
    report({ type: 'messages', messages: messages.slice(at, at + PIECE) })
  }
  for (const [hash, data] of images) report({ type: 'image', hash, data })
  report({ type: 'whole', head })
}

function reportExport(path: string, place: ExportPlace): void {
  let messages: Message[] = []
  let held = 0
  const send = (): void => {
    if (messages.length > 0) report({ type: 'messages', messages })
    messages = []
    held = 0
  }
  const head = readExport(chunksOf(path, place), {
    onMessage: (message, bytes) => {
      if (held + bytes > PIECE_BYTES) send()
      messages.push(message)
      held += bytes
      if (messages.length === PIECE) send()
    },
    onImage: (hash, data) => report({ type: 'image', hash, data }),
  })
  send()
  report({ type: 'whole', head })
}

function* chunksOf(
  path: string,
  { from, to }: ExportPlace = { from: 0, to: Infinity },
): Generator<Uint8Array> {
  const file = openRegular(path)
  try {
    const end = Math.min(to, fstatSync(file).size)
    const chunk = new Uint8Array(CHUNK_BYTES)
    for (let at = from; at < end;) {
      const read = readSync(file, chunk, 0, Math.min(CHUNK_BYTES, end - at), at)
      if (read === 0) return
      yield chunk.subarray(0, read)
      at += read
    }
  } finally {
    closeSync(file)
  }
}

/** Waits until the program has taken it: a long conversation would otherwise arrive there all at once. */
function report(message: ImportReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message)
  reported++
  for (let taken = 0; (taken = Atomics.load(start.taken, 0)) < reported;)
    Atomics.wait(start.taken, 0, taken)
}
