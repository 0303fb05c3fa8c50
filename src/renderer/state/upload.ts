import { type AppError, appError } from '../../shared/app-error.ts'
import { FILE_PIECE_BYTES, FileId, type PreparedFile } from '../../shared/attachment.ts'
import { failed, type Result } from '../../shared/result.ts'
import type { Client } from '../connection/client.ts'
import { toBase64 } from './base64.ts'

/** What of a browser's File is needed. */
export type LocalFile = Pick<File, 'name' | 'size' | 'slice'> & {
  /** Dropped as a file: the browser reads none of it. */
  readonly isFolder?: boolean
}

const UNREADABLE = appError(
  'fileRefused',
  'It could not be read. Folders cannot be attached; for a file, check that it is still there.',
)

/** Sends one file up in pieces and answers what the host made of it. */
export async function upload(
  client: Client,
  file: LocalFile,
): Promise<Result<PreparedFile, AppError>> {
  const fileId = FileId.parse(crypto.randomUUID())
  const bytes = file.size
  const begun = await client.request('attachment.begin', { fileId, name: file.name, bytes })
  if (!begun.ok) return begun
  for (let at = 0; at < bytes; at += FILE_PIECE_BYTES) {
    const data = await readPiece(file, at)
    if (data === null) return failed(UNREADABLE)
    const taken = await client.request('attachment.append', { fileId, data })
    if (!taken.ok) return taken
  }
  return client.request('attachment.finish', { fileId })
}

async function readPiece(file: LocalFile, at: number): Promise<string | null> {
  try {
    return toBase64(new Uint8Array(await file.slice(at, at + FILE_PIECE_BYTES).arrayBuffer()))
  } catch {
    return null
  }
}
