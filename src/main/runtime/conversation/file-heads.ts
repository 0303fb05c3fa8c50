import {
  type AttachedFile,
  type Attachment,
  isFile,
  MAX_HEAD_BYTES,
} from '../../../shared/attachment.ts'
import type { Input } from '../../core/machine/event.ts'
import type { BlobPort } from '../ports/file-ports.ts'

/** Less of a text than this says nothing: its file is named alone. */
const LEAST_BYTES = 1_024

/** A message with as much of the text of its files as may stand in it, in their order. All else as it is. */
export function withHeads(input: Input, blobs: Pick<BlobPort, 'read'>): Input {
  if (input.type !== 'userMessage' || !input.attachments.some(isFile)) return input
  let left = MAX_HEAD_BYTES
  const attachments = input.attachments.map((each): Attachment => {
    if (!isFile(each)) return each
    const { head: _head, ...file } = each
    const head = headOf(file, left, blobs)
    if (head === null) return file
    left -= Math.min(file.bytes, left)
    return { ...file, head }
  })
  return { ...input, attachments }
}

/** Null: it is no text, or there is no room for it. */
function headOf(
  { bytes, isText, original }: AttachedFile,
  left: number,
  blobs: Pick<BlobPort, 'read'>,
): AttachedFile['head'] | null {
  if (!isText || left < Math.min(bytes, LEAST_BYTES)) return null
  const whole = blobs.read(original)
  if (whole === null) return null
  const isWhole = whole.length <= left
  // A streaming decoder keeps a character for itself that the cut has halved.
  const decoder = new TextDecoder()
  return { text: decoder.decode(whole.subarray(0, left), { stream: !isWhole }), isWhole }
}
