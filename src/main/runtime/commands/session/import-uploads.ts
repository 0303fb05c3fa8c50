import { appError, type AppError } from '../../../../shared/app-error.ts'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import { MAX_IMPORT_BYTES } from '../../../../shared/protocol/import-commands.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { HeldFile, ImportPort } from '../../ports/import-port.ts'
import type { Timers } from '../../ports/ports.ts'
import { Arrivals } from './arrivals.ts'
import type { ClientSession } from './client-session.ts'

const MAX_AT_ONCE = 4

interface Ports {
  readonly imports: Pick<ImportPort, 'hold'>
  readonly timers: Pick<Timers, 'start'>
}

type Done<Value> = Result<Value, AppError>

/** Files to import on their way in. They go to the disk: they may be large. Dropped if nothing arrives for long. */
export class ImportUploads {
  readonly #imports: Ports['imports']
  readonly #arrivals: Arrivals<HeldFile>
  #beginning = 0

  constructor({ imports, timers }: Ports) {
    this.#imports = imports
    this.#arrivals = new Arrivals(timers, (file) => file.remove())
  }

  async begin(
    client: ClientSession,
    { bytes, fileId }: { readonly fileId: FileId; readonly bytes: number },
  ): Promise<Done<Record<string, never>>> {
    if (bytes > MAX_IMPORT_BYTES) return refused(TOO_LARGE)
    this.drop(client, fileId)
    if (this.#arrivals.size + this.#beginning >= MAX_AT_ONCE) return failed(BUSY)
    this.#beginning++
    const held = await this.#imports.hold().finally(() => this.#beginning--)
    if (!held.ok) return refused(held.error)
    this.#arrivals.begin(client, fileId, bytes, held.value)
    return ok({})
  }

  async append(
    client: ClientSession,
    fileId: FileId,
    piece: Uint8Array,
  ): Promise<Done<Record<string, never>>> {
    const file = this.#arrivals.arrived(client, fileId, piece)
    if (!file.ok) return refused(WORDS[file.error])
    this.#arrivals.renew(client, fileId)
    const written = await file.value.append(piece)
    if (written.ok) return ok({})
    this.drop(client, fileId)
    return refused(written.error)
  }

  /** Takes a completely uploaded file; the caller removes it. */
  take(client: ClientSession, fileId: FileId): Done<HeldFile> {
    const file = this.#arrivals.take(client, fileId)
    return file.ok ? file : refused(WORDS[file.error])
  }

  drop(client: ClientSession, fileId: FileId): void {
    this.#arrivals.drop(client, fileId)
  }
}

function refused(why: string): Result<never, AppError> {
  return failed(appError('fileRefused', why))
}

const WORDS = {
  forgotten: 'This file did not arrive completely. Open it again.',
  otherSize: 'This file changed while it was being read. Open it again when it is complete.',
} as const
const TOO_LARGE = 'This file is larger than 4 GB, the most that Phoenix can import.'
const BUSY = appError('busy', 'Too many files are being opened. Try again when they are open.')
