import { assertNever } from '../../../shared/assert-never.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ImportPort, ReadSession } from '../../runtime/ports/import-port.ts'
import { runThread, type ThreadLimits } from '../system/short-thread.ts'
import type { PlacedSession } from './find-sessions.ts'
import type { ImportOrder, ImportReport } from './import-order.ts'
import { sessionPlaces } from './session-places.ts'

const LIMITS: ThreadLimits = { longestMs: 60_000, maxHeldBytes: 1024 * 1024 * 1024 }

const GAVE_UP = 'Reading took too long or too much memory, so Phoenix gave up.'
const NOT_FOUND = 'This session is no longer listed. Look for sessions again.'

export interface ImportOptions {
  /** The built file or the source file of import-worker. */
  readonly worker: URL
  readonly home: string
  /** The user's environment: it can direct other programs to keep their sessions elsewhere. */
  readonly environment: NodeJS.ProcessEnv
}

/** Reads sessions in threads. Only sessions from the last search can be read, by their ids: the page never names a path. */
export function createImports(
  { environment, home, worker }: ImportOptions,
  limits: ThreadLimits = LIMITS,
): ImportPort {
  const places = sessionPlaces(home, environment)
  let found: ReadonlyMap<string, PlacedSession> = new Map()

  async function reports(order: ImportOrder): Promise<readonly ImportReport[]> {
    const all: ImportReport[] = []
    try {
      await runThread({ name: 'import', worker, order, ...limits }, (report) => {
        all.push(report as ImportReport)
      })
    } catch {
      // No thread could be started: nothing was reported.
    }
    return all
  }

  return {
    find: async () => {
      const [report] = await reports({ type: 'find', places })
      if (report?.type !== 'sessions') return failed(GAVE_UP)
      found = new Map(report.sessions.map((each) => [idOf(each), each]))
      return ok(
        [...found].map(([id, { at, folder, program, title }]) => ({
          id,
          program,
          title,
          folder,
          at,
        })),
      )
    },
    readFound: async (id) => {
      const session = found.get(id)
      return session === undefined
        ? failed(NOT_FOUND)
        : onlyOne(sessionsOf(await reports({ type: 'found', session, scratch: places.scratch })))
    },
    readFile: async (bytes) => sessionsOf(await reports({ type: 'file', bytes })),
  }
}

function idOf({ path, program, sessionId }: PlacedSession): string {
  return [program, path, sessionId ?? ''].join(' ')
}

function sessionsOf(reports: readonly ImportReport[]): Result<readonly ReadSession[], string> {
  const sessions: ReadSession[] = []
  let messages: Message[] = []
  let images = new Map<BlobHash, string>()
  for (const report of reports) {
    switch (report.type) {
      case 'messages':
        messages.push(...report.messages)
        break
      case 'image':
        images.set(report.hash, report.data)
        break
      case 'whole':
        sessions.push({ ...report.head, messages, images })
        messages = []
        images = new Map()
        break
      case 'end':
        return ok(sessions)
      case 'refused':
        return failed(report.why)
      case 'sessions':
        break
      default:
        assertNever(report)
    }
  }
  return failed(GAVE_UP)
}

function onlyOne(read: Result<readonly ReadSession[], string>): Result<ReadSession, string> {
  if (!read.ok) return read
  const [session] = read.value
  return session === undefined ? failed(GAVE_UP) : ok(session)
}
