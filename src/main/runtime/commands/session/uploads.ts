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
import { Arrivals } from './arrivals.ts'
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

/** The limit for all uploads that are unfinished or being prepared, which happens one after the other. */
const MAX_WAITING_BYTES = 4 * MAX_FILE_BYTES
const MAX_WAITING_FILES = 64
/** Maximum length of an attachment's name; of a longer path the end is kept, which says most. */
const MAX_NAME = 255

interface Coming {
  readonly name: string
  readonly pieces: Uint8Array[]
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
  readonly #ports: FilePorts
  readonly #arrivals: Arrivals<Coming>
  /** The bytes of uploaded files that are not on disk yet. */
  readonly #preparing = new Set<Uint8Array>()

  constructor(ports: FilePorts) {
    this.#ports = ports
    this.#arrivals = new Arrivals(ports.timers, () => undefined)
  }

  begin(
    client: ClientSession,
    {
      bytes,
      fileId,
      name,
    }: { readonly fileId: FileId; readonly name: string; readonly bytes: number },
  ): Done<Record<string, never>> {
    if (bytes > MAX_FILE_BYTES) return failed(TOO_LARGE)
    this.#arrivals.drop(client, fileId)
    if (this.#isFull(bytes)) return failed(BUSY)
    this.#arrivals.begin(client, fileId, bytes, { name, pieces: [] })
    return ok({})
  }

  append(client: ClientSession, fileId: FileId, piece: Uint8Array): Done<Record<string, never>> {
    const coming = this.#arrivals.arrived(client, fileId, piece)
    if (!coming.ok) return failed(ERRORS[coming.error])
    coming.value.pieces.push(piece)
    return ok({})
  }

  /** Prepares the file. Resolves when original and copy are on disk. */
  async finish(client: ClientSession, fileId: FileId): Promise<Done<PreparedFile>> {
    const coming = this.#arrivals.take(client, fileId)
    if (!coming.ok) return failed(ERRORS[coming.error])
    const { name, pieces } = coming.value
    const bytes = joined(pieces)
    this.#preparing.add(bytes)
    try {
      return await this.prepare(bytes, name)
    } finally {
      this.#preparing.delete(bytes)
    }
  }

  async prepare(bytes: Uint8Array, fileName: string): Promise<Done<PreparedFile>> {
    const prepared = await this.#ports.images.prepare(bytes, fileName)
    if (prepared.type === 'refused' && prepared.plain !== null) {
      return this.#keepFile(bytes, prepared.name, prepared.plain)
    }
    if (prepared.type === 'refused') {
      const { problem, advice } = prepared
      return ok({ type: 'refused', reason: `${problem} ${advice}`.trimEnd() })
    }
    const original = await this.#ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const copy = await this.#ports.blobs.keep(prepared.copy)
    if (!copy.ok) return failed(storageError(copy.error))
    const { name, mediaType, width, height, notice } = prepared
    const size = { bytes: prepared.copy.length, width, height }
    const attachment = { original: original.value, copy: copy.value, mediaType, name, ...size }
    return ok({ type: 'ready', attachment, notice })
  }

  /** Stores the file twice: as a blob, which never changes, and where tools can read it. */
  async #keepFile(bytes: Uint8Array, name: string, plain: PlainFile): Promise<Done<PreparedFile>> {
    const original = await this.#ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const path = await this.#ports.attached.keep(original.value, name, bytes)
    if (!path.ok) return failed(storageError(path.error))
    const words = plain.mediaType === PDF_TYPE ? await this.#ports.pdfs.textOf(bytes) : null
    const text = words === null ? ok(null) : await this.#keepWords(original.value, name, words)
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
  async #keepWords(
    original: BlobHash,
    name: string,
    words: string,
  ): Promise<Done<NonNullable<AttachedFile['text']>>> {
    const bytes = new TextEncoder().encode(words)
    const blob = await this.#ports.blobs.keep(bytes)
    if (!blob.ok) return failed(storageError(blob.error))
    const path = await this.#ports.attached.keep(original, `${name}.txt`, bytes)
    if (!path.ok) return failed(storageError(path.error))
    return ok({ blob: blob.value, bytes: bytes.length, path: path.value })
  }

  /** Stores a text file of the person's folder as it is now; the attachment names its path. Null if it is not a text. */
  async keepText({ path, name, bytes }: FolderFile): Promise<Done<AttachedFile | null>> {
    const prepared = await this.#ports.images.prepare(bytes, name)
    const plain = prepared.type === 'refused' ? prepared.plain : null
    if (plain?.isText !== true) return ok(null)
    const original = await this.#ports.blobs.keep(bytes)
    if (!original.ok) return failed(storageError(original.error))
    const facts = { kind: 'file', original: original.value, bytes: bytes.length } as const
    return ok({ ...facts, ...plain, name: name.slice(-MAX_NAME), path })
  }

  read(hash: BlobHash, offset: number): Done<{ data: string; bytes: number }> {
    const piece = this.#ports.blobs.readPiece(hash, offset, FILE_PIECE_BYTES)
    if (!piece.ok)
      return failed(appError('storage', `This file cannot be read right now: ${piece.error}.`))
    if (piece.value === null) return failed(appError('notFound', 'This file is no longer there.'))
    const { bytes, data } = piece.value
    return ok({ data: Buffer.from(data).toString('base64'), bytes })
  }

  /** Says why the blobs do not match the attachments; null if they do: a message never names a missing file. */
  whyNotKept(attachments: readonly Attachment[]): AppError | null {
    for (const { hash, bytes } of attachments.flatMap(blobsOf)) {
      const size = this.#ports.blobs.sizeOf(hash)
      if (!size.ok) return fileUnread(size.error)
      if (size.value === null || size.value !== (bytes ?? size.value)) return FILE_GONE
    }
    return null
  }

  #isFull(bytes: number): boolean {
    let sum = bytes + this.#arrivals.bytes
    for (const { length } of this.#preparing) sum += length
    const count = this.#arrivals.size + this.#preparing.size
    return count >= MAX_WAITING_FILES || sum > MAX_WAITING_BYTES
  }
}

/** The blobs of an attachment, with their sizes if it names them. */
function blobsOf(
  each: Attachment,
): readonly { readonly hash: BlobHash; readonly bytes: number | null }[] {
  const { original } = each
  if (isImage(each)) {
    return [
      { hash: each.copy, bytes: each.bytes },
      { hash: original, bytes: null },
    ]
  }
  const text = each.text === undefined ? [] : [{ hash: each.text.blob, bytes: each.text.bytes }]
  return [{ hash: original, bytes: each.bytes }, ...text]
}

const FILE_GONE = appError(
  'fileRefused',
  'An attached file is no longer in the data folder. Remove it, then send again; your text is kept.',
)

function fileUnread(why: string): AppError {
  return appError(
    'fileRefused',
    `An attached file cannot be read now: ${why}. Send again later; your text is kept.`,
  )
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
const ERRORS = {
  forgotten: appError('notFound', 'It did not arrive completely. Attach it again.'),
  otherSize: appError(
    'fileRefused',
    'It changed while it was being read. Attach it again when it is complete.',
  ),
} as const

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
