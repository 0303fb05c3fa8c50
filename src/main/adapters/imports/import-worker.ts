import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../../shared/assert-never.ts'
import { MAX_FILE_BYTES } from '../../../shared/messages/attachment.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { readRegular } from '../data-folder/regular-file.ts'
import { lowerPriority } from '../system/low-priority.ts'
import { findSessions } from './find-sessions.ts'
import type { ImportOrder, ImportReport } from './import-order.ts'
import { opencodeSession } from './opencode-store.ts'
import { readOpencodeSession } from './read-opencode.ts'
import { nonEmpty, READERS, readSessions } from './read-session.ts'

/** Messages per report. */
const PIECE = 50

/** Reads sessions of other programs, in a thread that is ended if a file takes too long or too much memory. */
lowerPriority()
run(workerData as ImportOrder)

function run(order: ImportOrder): void {
  switch (order.type) {
    case 'find':
      return report({ type: 'sessions', sessions: findSessions(order.places) })
    case 'found':
      return reportSessions(listed(readFound(order)))
    case 'file':
      return reportSessions(readSessions(order.bytes))
    default:
      assertNever(order)
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

function listed(read: Result<ReadSession, string>): Result<readonly ReadSession[], string> {
  return read.ok ? ok([read.value]) : read
}

function reportSessions(read: Result<readonly ReadSession[], string>): void {
  if (!read.ok) return report({ type: 'refused', why: read.error })
  for (const session of read.value) reportSession(session)
  report({ type: 'end' })
}

function reportSession({ images, messages, ...head }: ReadSession): void {
  for (let at = 0; at < messages.length; at += PIECE) {
    report({ type: 'messages', messages: messages.slice(at, at + PIECE) })
  }
  for (const [hash, data] of images) report({ type: 'image', hash, data })
  report({ type: 'whole', head })
}

function report(message: ImportReport): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message)
}
