import { appError, type AppError } from '../../../../shared/app-error.ts'
import {
  type AttachedFile,
  type Attachment,
  FILE_PIECE_BYTES,
  type FileId,
  isImage,
  MAX_FILE_BYTES,
  MAX_HEAD_BYTES,
  type PreparedFile,
} from '../../../../shared/messages/attachment.ts'
import { PDF_TYPE } from '../../../../shared/messages/document-limits.ts'
import type { BlobHash } from '../../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { storageError } from '../../conversation/answers.ts'
import type { ClientSession } from './client-session.ts'
import type {
  AttachedFilesPort,
  BlobPort,
  ImagePort,
  PdfPort,
  PlainFile,
} from '../../ports/file-ports.ts'
import type { FolderFile } from '../../ports/folder-files-port.ts'
import type { Timers } from '../../ports/ports.ts'

/** An upload that is not finished after this time is dropped. */
const FORGET_MS = 10 * 60_000
/** The limit for all uploads that are unfinished or being prepared, which happens one after the other. */
const MAX_WAITING_BYTES = 4 * MAX_FILE_BYTES
const MAX_WAITING_FILES = 64
/** Maximum length of an attachment's name; of a longer path the end is kept, which says most. */
const MAX_NAME = 255

interface Waiting {
  readonly client: ClientSession
  readonly fileId: FileId
  readonly name: string
  readonly bytes: number
  readonly pieces: Uint8Array[]
  received: number
  /** Cancels its expiry. */
  release(): void
}

export interface FilePorts {
  readonly blobs: BlobPort
  readonly images: ImagePort
  readonly pdfs: PdfPort
  readonly attached: AttachedFilesPort
  readonly timers: Timers
}

type Done<Value> = Result<Value, AppError>

/** Incoming uploads, each visible only to its client, and pieces of blobs on their way out. */
export class Uploads {
  private readonly ports: FilePorts
  private readonly waiting = new Set<Waiting>()
  /** The bytes of uploaded files that are not on disk yet. */
  private readonly preparing = new Set<Uint8Array>()

  constructor(ports: FilePorts) {
    this.ports = ports
  }

  begin(
    client: ClientSession,
    file: Pick<Waiting, 'fileId' | 'name' | 'bytes'>,
  ): Done<Record<string, never>> {
    if (file.bytes > MAX_FILE_BYTES) return failed(TOO_LARGE)
    this.forget(this.find(client, file.fileId))
    if (this.isFull(file.bytes)) return failed(BUSY)
    const forget = (): void => this.forget(waiting)
    const stopTimer = this.ports.timers.start(FORGET_MS, forget)
    const stopListening = client.onClose(forget)
    const release = (): void => {
      stopTimer()
      stopListening()
    }
    const waiting: Waiting = { ...file, client, pieces: [], received: 0, release }
    this.waiting.add(waiting)
    return ok({})
  }

  append(client: ClientSession, fileId: FileId, piece: Uint8Array): Done<Record<string, never>> {
    const waiting = this.find(client, fileId)
    if (waiting === undefined) return failed(FORGOTTEN)
    if (waiting.received + piece.length > waiting.bytes) {
      this.forget(waiting)
      return failed(OTHER_SIZE)
    }
    waiting.pieces.push(piece)
    waiting.received += piece.length
    return ok({})
  }

  /** Prepares the file. Resolves when original and copy are on disk. */
  async finish(client: ClientSession, fileId: FileId): Promise<Done<PreparedFile>> {
    const upload = this.take(client, fileId)
    if (!upload.ok) return upload
    const { bytes, name } = upload.value
    this.preparing.add(bytes)
    try {
      return await this.prepare(bytes, name)
    } finally {
      this.preparing.delete(bytes)
    }
  }

  /** Takes a completely uploaded file, which is stored nowhere else. */
  private take(
    client: ClientSession,
    fileId: FileId,
  ): Done<{ readonly bytes: Uint8Array; readonly name: string }> {
    const waiting = this.find(client, fileId)
    if (waiting === undefined) return failed(FORGOTTEN)
    this.forget(waiting)
    if (waiting.received !== waiting.bytes) return failed(OTHER_SIZE)
    return ok({ bytes: joined(waiting.pieces, waiting.bytes), name: waiting.name })
  }

  async prepare(bytes: Uint8Array, fileName: string): Promise<Done<PreparedFile>> {
    const prepared = await this.ports.images.prepare(bytes, fileName)
    if (prepared.type === 'refused' && prepared.plain !== null) {
      return this.keepFile(bytes, prepared.name, prepared.plain)
    }
    if (prepared.type === 'refused') {
      const { problem, advice } = prepared
      return ok({ type: 'refused', reason: `${problem} ${advice}`.trimEnd() })
    }
    const original = await this.ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const copy = await this.ports.blobs.keep(prepared.copy)
    if (!copy.ok) return failed(storageError(copy.error))
    const { name, mediaType, width, height, notice } = prepared
    const size = { bytes: prepared.copy.length, width, height }
    const attachment = { original: original.value, copy: copy.value, mediaType, name, ...size }
    return ok({ type: 'ready', attachment, notice })
  }

  /** Stores the file twice: as a blob, which never changes, and where tools can read it. */
  private async keepFile(
    bytes: Uint8Array,
    name: string,
    plain: PlainFile,
  ): Promise<Done<PreparedFile>> {
    const original = await this.ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const path = await this.ports.attached.keep(original.value, name, bytes)
    if (!path.ok) return failed(storageError(path.error))
    const words = plain.mediaType === PDF_TYPE ? await this.ports.pdfs.textOf(bytes) : null
    const text = words === null ? ok(null) : await this.keepWords(original.value, name, words)
    if (!text.ok) return text
    const facts = { kind: 'file', original: original.value, name, bytes: bytes.length } as const
    const isLong = plain.isText && bytes.length > MAX_HEAD_BYTES
    const whole = { ...facts, ...plain, path: path.value }
    return ok({
      type: 'ready',
      attachment: text.value === null ? whole : { ...whole, text: text.value },
      notice: isLong ? LONG_TEXT : null,
    })
  }

  /** Stores the text of a PDF next to the PDF. */
  private async keepWords(
    original: BlobHash,
    name: string,
    words: string,
  ): Promise<Done<NonNullable<AttachedFile['text']>>> {
    const bytes = new TextEncoder().encode(words)
    const blob = await this.ports.blobs.keep(bytes)
    if (!blob.ok) return failed(storageError(blob.error))
    const path = await this.ports.attached.keep(original, `${name}.txt`, bytes)
    if (!path.ok) return failed(storageError(path.error))
    return ok({ blob: blob.value, bytes: bytes.length, path: path.value })
  }

  /** Stores a text file of the person's folder as it is now; the attachment names its path. Null if it is not a text. */
  async keepText({ path, name, bytes }: FolderFile): Promise<Done<AttachedFile | null>> {
    const prepared = await this.ports.images.prepare(bytes, name)
    const plain = prepared.type === 'refused' ? prepared.plain : null
    if (plain?.isText !== true) return ok(null)
    const original = await this.ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const facts = { kind: 'file', original: original.value, bytes: bytes.length } as const
    return ok({ ...facts, ...plain, name: name.slice(-MAX_NAME), path })
  }

  read(hash: BlobHash, offset: number): Done<{ data: string; bytes: number }> {
    const piece = this.ports.blobs.readPiece(hash, offset, FILE_PIECE_BYTES)
    if (piece === null) return failed(appError('notFound', 'This file is no longer there.'))
    return ok({ data: Buffer.from(piece.data).toString('base64'), bytes: piece.bytes })
  }

  /** True if the blobs match the attachments: a message never names a missing file. */
  areKept(attachments: readonly Attachment[]): boolean {
    const { blobs } = this.ports
    return attachments.every((each) =>
      isImage(each)
        ? blobs.sizeOf(each.copy) === each.bytes && blobs.sizeOf(each.original) !== null
        : blobs.sizeOf(each.original) === each.bytes &&
          (each.text === undefined || blobs.sizeOf(each.text.blob) === each.text.bytes),
    )
  }

  private isFull(bytes: number): boolean {
    let sum = bytes
    for (const each of this.waiting) sum += each.bytes
    for (const { length } of this.preparing) sum += length
    const count = this.waiting.size + this.preparing.size
    return count >= MAX_WAITING_FILES || sum > MAX_WAITING_BYTES
  }

  private find(client: ClientSession, fileId: FileId): Waiting | undefined {
    return [...this.waiting].find((each) => each.client === client && each.fileId === fileId)
  }

  private forget(waiting: Waiting | undefined): void {
    if (waiting === undefined || !this.waiting.delete(waiting)) return
    waiting.release()
  }
}

const LONG_TEXT = 'The agent gets its first 256 KB; it can read the rest with its tools.'
const TOO_LARGE = appError(
  'fileRefused',
  'It is larger than 50 MB. Make it smaller, then attach it again.',
)
const BUSY = appError(
  'busy',
  'Too many files are being prepared. Attach it again when they are ready.',
)
const FORGOTTEN = appError('notFound', 'It did not arrive completely. Attach it again.')
const OTHER_SIZE = appError(
  'fileRefused',
  'It changed while it was being read. Attach it again when it is complete.',
)

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
