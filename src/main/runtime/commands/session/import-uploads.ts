import { appError, type AppError } from '../../../../shared/app-error.ts'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import { MAX_IMPORT_BYTES } from '../../../../shared/protocol/import-commands.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { HeldFile, ImportPort } from '../../ports/import-port.ts'
import type { Timers } from '../../ports/ports.ts'
import type { ClientSession } from './client-session.ts'

/** An upload is dropped if nothing of it arrives for this time. */
const FORGET_MS = 10 * 60_000
const MAX_AT_ONCE = 4

interface Waiting {
  readonly client: ClientSession
  readonly fileId: FileId
  readonly bytes: number
  readonly file: HeldFile
  received: number
  stopTimer: () => void
  stopListening: () => void
}

interface Ports {
  readonly imports: Pick<ImportPort, 'hold'>
  readonly timers: Pick<Timers, 'start'>
}

type Done<Value> = Result<Value, AppError>

/** Files to import on their way in, each visible only to its client. They go to the disk: they may be large. */
export class ImportUploads {
  readonly #ports: Ports
  readonly #waiting = new Set<Waiting>()
  #beginning = 0

  constructor(ports: Ports) {
    this.#ports = ports
  }

  async begin(
    client: ClientSession,
    { bytes, fileId }: Pick<Waiting, 'fileId' | 'bytes'>,
  ): Promise<Done<Record<string, never>>> {
    if (bytes > MAX_IMPORT_BYTES) return refused(TOO_LARGE)
    this.drop(client, fileId)
    if (this.#waiting.size + this.#beginning >= MAX_AT_ONCE) return failed(BUSY)
    this.#beginning++
    const held = await this.#ports.imports.hold().finally(() => this.#beginning--)
    if (!held.ok) return refused(held.error)
    const forget = (): void => {
      this.#forget(waiting)
      held.value.remove()
    }
    const waiting: Waiting = {
      client,
      fileId,
      bytes,
      file: held.value,
      received: 0,
      stopTimer: this.#ports.timers.start(FORGET_MS, forget),
      stopListening: client.onClose(forget),
    }
    this.#waiting.add(waiting)
    return ok({})
  }

  async append(
    client: ClientSession,
    fileId: FileId,
    piece: Uint8Array,
  ): Promise<Done<Record<string, never>>> {
    const waiting = this.#find(client, fileId)
    if (waiting === undefined) return refused(FORGOTTEN)
    waiting.received += piece.length
    if (waiting.received > waiting.bytes) {
      this.drop(client, fileId)
      return refused(OTHER_SIZE)
    }
    waiting.stopTimer()
    waiting.stopTimer = this.#ports.timers.start(FORGET_MS, () => this.drop(client, fileId))
    const written = await waiting.file.append(piece)
    if (written.ok) return ok({})
    this.drop(client, fileId)
    return refused(written.error)
  }

  /** Takes a completely uploaded file; the caller removes it. */
  take(client: ClientSession, fileId: FileId): Done<HeldFile> {
    const waiting = this.#find(client, fileId)
    if (waiting === undefined) return refused(FORGOTTEN)
    if (waiting.received !== waiting.bytes) {
      this.drop(client, fileId)
      return refused(OTHER_SIZE)
    }
    this.#forget(waiting)
    return ok(waiting.file)
  }

  drop(client: ClientSession, fileId: FileId): void {
    const waiting = this.#find(client, fileId)
    if (waiting === undefined) return
    this.#forget(waiting)
    waiting.file.remove()
  }

  #find(client: ClientSession, fileId: FileId): Waiting | undefined {
    return [...this.#waiting].find((each) => each.client === client && each.fileId === fileId)
  }

  #forget(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    waiting.stopTimer()
    waiting.stopListening()
  }
}

function refused(why: string): Result<never, AppError> {
  return failed(appError('fileRefused', why))
}

const TOO_LARGE = 'This file is larger than 4 GB, the most that Phoenix can import.'
const FORGOTTEN = 'This file did not arrive completely. Open it again.'
const OTHER_SIZE = 'This file changed while it was being read. Open it again when it is complete.'
const BUSY = appError('busy', 'Too many files are being opened. Try again when they are open.')
