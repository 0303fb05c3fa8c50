import { z } from 'zod'
import { BlobHash } from '../ids.ts'
import { FileId, FILE_PIECE_BYTES, PreparedFile } from './attachment.ts'

const nothing = z.object({}).readonly()
/** One piece of a file in base64. */
const piece = z.base64().max(Math.ceil(FILE_PIECE_BYTES / 3) * 4)

/** How files reach the host, and images a client. */
export const uploadCommands = {
  /** A file begins to travel. One that is not finished in ten minutes, or whose client goes, is forgotten. */
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
  /** The next piece of it. */
  'attachment.append': {
    needs: 'write',
    input: z.object({ fileId: FileId, data: piece }).readonly(),
    output: nothing,
  },
  /** Checks and prepares it. Answered when original and copy are kept; the file is forgotten either way. */
  'attachment.finish': {
    needs: 'write',
    input: z.object({ fileId: FileId }).readonly(),
    output: PreparedFile,
  },
  /** One piece of a blob, and how many bytes the whole has. */
  'blob.read': {
    needs: 'read',
    input: z.object({ hash: BlobHash, offset: z.number().int().nonnegative() }).readonly(),
    output: z.object({ data: piece, bytes: z.number().int().nonnegative() }).readonly(),
  },
} as const
