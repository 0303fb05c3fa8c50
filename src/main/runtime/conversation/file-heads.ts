import {
  type AttachedFile,
  type Attachment,
  isFile,
  MAX_HEAD_BYTES,
} from '../../../shared/messages/attachment.ts'
import { markedCharset } from '../../../shared/byte-order-mark.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Input } from '../../core/machine/event.ts'
import type { BlobPort } from '../ports/file-ports.ts'

/** Less text than this is useless: then the file is only named. */
const LEAST_BYTES = 1_024

/**
 * Adds as much of its files' text to a message as fits: text files first, then the text of PDFs, up to about a quarter
 * of a context of `contextTokens`. Everything else stays unchanged.
 */
export function withHeads(input: Input, blobs: HeadBlobs, contextTokens: number): Input {
  if (input.type !== 'userMessage' || !input.attachments.some(isFile)) return input
  const heads = new Map<Attachment, Head>()
  const files = input.attachments.filter(isFile)
  let left = MAX_HEAD_BYTES
  const take = (file: AttachedFile, text: Text): void => {
    const head = headOf(text, left, blobs)
    if (head === null) return
    left -= Math.min(text.bytes, left)
    heads.set(file, head)
  }
  for (const file of files) {
    if (file.isText) take(file, { blob: file.original, bytes: file.bytes })
  }
  // A byte is about a quarter of a token.
  left = Math.min(left, contextTokens)
  for (const file of files) {
    if (file.text !== undefined) take(file, file.text)
  }
  const attachments = input.attachments.map((each): Attachment => {
    if (!isFile(each)) return each
    const { head: _head, ...file } = each
    const head = heads.get(each)
    return head === undefined ? file : { ...file, head }
  })
  return { ...input, attachments }
}

type Head = NonNullable<AttachedFile['head']>

type HeadBlobs = Pick<BlobPort, 'read' | 'readPiece'>

interface Text {
  readonly blob: BlobHash
  readonly bytes: number
}

/** Null if there is no room for it, or it cannot be read. Of a large text only the head is read, unverified. */
function headOf({ blob, bytes }: Text, most: number, blobs: HeadBlobs): Head | null {
  if (most < Math.min(bytes, LEAST_BYTES)) return null
  const isWhole = bytes <= most
  const data = isWhole ? blobs.read(blob) : beginningOf(blob, most, blobs)
  if (!data.ok || data.value === null) return null
  // A streaming decoder holds back a character that the cut has split.
  const decoder = new TextDecoder(markedCharset(data.value) ?? 'utf-8')
  return { text: decoder.decode(data.value, { stream: !isWhole }), isWhole }
}

function beginningOf(
  blob: BlobHash,
  most: number,
  blobs: HeadBlobs,
): Result<Uint8Array | null, string> {
  const piece = blobs.readPiece(blob, 0, most)
  return piece.ok ? ok(piece.value?.data ?? null) : piece
}
