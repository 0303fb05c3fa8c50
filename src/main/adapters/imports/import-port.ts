import { join } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ImportPort, ReadSession } from '../../runtime/ports/import-port.ts'
import { guard } from '../../runtime/guard.ts'
import { runThread, type ThreadLimits } from '../system/short-thread.ts'
import type { PlacedSession } from './find-sessions.ts'
import { createHeldFiles } from './held-files.ts'
import type { ImportOrder, ImportReport, ImportStart } from './import-order.ts'
import { sessionPlaces } from './session-places.ts'

const LIMITS: ThreadLimits = { longestMs: 60_000, maxHeldBytes: 1024 * 1024 * 1024 }
/** A large file has more time: this much per byte, in ms. */
const MS_PER_BYTE = 60_000 / (100 * 1024 * 1024)

const GAVE_UP = 'Reading took too long or too much memory, so Phoenix gave up.'
const NOT_FOUND = 'This session is no longer listed. Look for sessions again.'

export interface ImportOptions {
  readonly dataFolder: string
  /** The built file or the source file of import-worker. */
  readonly worker: URL
  readonly home: string
  /** The user's environment: it can direct other programs to keep their sessions elsewhere. */
  readonly environment: NodeJS.ProcessEnv
}

/** Reads sessions in threads. Only sessions from the last search can be read, by their ids: the page never names a path. */
export function createImports(
  { dataFolder, environment, home, worker }: ImportOptions,
  limits: ThreadLimits = LIMITS,
): ImportPort {
  const places = sessionPlaces(home, environment)
  const held = createHeldFiles(join(dataFolder, 'imports'))
  let found: ReadonlyMap<string, PlacedSession> = new Map()

  async function read(order: ImportOrder, bytes = 0): Promise<Read> {
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const start: ImportStart = { order, taken }
    const reading = new Reading()
    const took = guard('a report of an import', () => {
      Atomics.add(taken, 0, 1)
      Atomics.notify(taken, 0)
    })
    const longestMs = limits.longestMs + bytes * MS_PER_BYTE
    try {
      await runThread({ name: 'import', worker, order: start, ...limits, longestMs }, (report) => {
        reading.take(report as ImportReport)
        // The next one is sent only then, so others have their turn in between.
        setImmediate(took)
      })
    } catch {
      // No thread could be started: nothing was reported.
    }
    return reading.result
  }

  async function readOne(order: ImportOrder, bytes?: number): Promise<Result<ReadSession, string>> {
    const result = await read(order, bytes)
    if (result?.type === 'session') return ok(result.session)
    return failed(result?.type === 'refused' ? result.why : GAVE_UP)
  }

  return {
    find: async () => {
      const result = await read({ type: 'find', places })
      if (result?.type !== 'sessions') return failed(GAVE_UP)
      found = new Map(result.sessions.map((each) => [idOf(each), each]))
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
      if (session === undefined) return failed(NOT_FOUND)
      return readOne({ type: 'found', session, scratch: places.scratch })
    },
    hold: () => held.hold(),
    look: async (path) => {
      const result = await read({ type: 'file', path }, held.sizeOf(path))
      if (result?.type === 'session' || result?.type === 'exports') return ok(result)
      return failed(result?.type === 'refused' ? result.why : GAVE_UP)
    },
    readExport: (path, place) => readOne({ type: 'export', path, place }, place.to - place.from),
  }
}

function idOf({ path, program, sessionId }: PlacedSession): string {
  return [program, path, sessionId ?? ''].join(' ')
}

/** Null: the thread ended before its last report. */
type Read =
  | Extract<ImportReport, { type: 'sessions' | 'exports' | 'refused' }>
  | { readonly type: 'session'; readonly session: ReadSession }
  | null

/** Puts the reports of a thread together. */
class Reading {
  result: Read = null
  readonly #messages: Message[] = []
  readonly #images = new Map<BlobHash, string>()

  take(report: ImportReport): void {
    switch (report.type) {
      case 'messages':
        this.#messages.push(...report.messages)
        return
      case 'image':
        this.#images.set(report.hash, report.data)
        return
      case 'whole': {
        const images = this.#images
        const messages = this.#messages
        this.result = { type: 'session', session: { ...report.head, messages, images } }
        return
      }
      case 'exports':
      case 'refused':
      case 'sessions':
        this.result = report
        return
      default:
        assertNever(report)
    }
  }
}
