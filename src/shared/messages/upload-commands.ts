import * as z from '../schema.ts'
import { BlobHash } from '../ids.ts'
import { FileId, FILE_PIECE_BYTES, PreparedFile } from './attachment.ts'

const nothing = z.object({}).readonly()
/** One piece of a file in base64. */
export const piece = z.base64().max(Math.ceil(FILE_PIECE_BYTES / 3) * 4)

/** Commands that transfer files to the host, and images to a client. */
export const uploadCommands = {
  /** Starts a file transfer. It is dropped after ten minutes, or when its client disconnects. */
  'attachment.begin': {
    needs: 'write',
    input: z
      .object({
        fileId: FileId,
        name: z.string().max(4096),
        bytes: z.number().int().nonnegative(),
      })
      .readonly(),
    output: nothing,
  },
  /** Sends the next piece. */
  'attachment.append': {
    needs: 'write',
    input: z.object({ fileId: FileId, data: piece }).readonly(),
    output: nothing,
  },
  /** Checks and prepares the file. Answered when original and copy are stored; the transfer ends in any case. */
  'attachment.finish': {
    needs: 'write',
    input: z.object({ fileId: FileId }).readonly(),
    output: PreparedFile,
  },
  /** Reads a piece of a blob; `bytes` is the size of the whole. */
  'blob.read': {
    needs: 'read',
    input: z.object({ hash: BlobHash, offset: z.number().int().nonnegative() }).readonly(),
    output: z.object({ data: piece, bytes: z.number().int().nonnegative() }).readonly(),
  },
} as const
