import { type AppError, appError } from '../../shared/app-error.ts'
import { FILE_PIECE_BYTES, FileId, type PreparedFile } from '../../shared/messages/attachment.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Client } from '../client.ts'
import { toBase64 } from './base64.ts'

/** The parts of a browser's File that an upload needs. */
export type LocalFile = Pick<File, 'name' | 'size' | 'slice'> & {
  /** True for a dropped folder, which the browser cannot read. */
  readonly isFolder?: boolean
}

/** Uploads files one after the other. */
export interface Uploads {
  /** `key`: the key of the file's card. A file whose card is gone is not uploaded. */
  add(conversationId: ConversationId, key: string, file: LocalFile): void
  /** Uploads the interrupted file again once the connection is back. */
  resume(): void
}

interface Job {
  readonly conversationId: ConversationId
  readonly key: string
  readonly file: LocalFile
}

export interface UploadsOptions {
  isWanted(conversationId: ConversationId, key: string): boolean
  onPrepared(conversationId: ConversationId, key: string, prepared: PreparedFile): void
}

const UNREADABLE = appError(
  'fileRefused',
  'It could not be read. Folders can’t be attached; if it is a file, check that it is still there.',
)

export function createUploads(client: Client, options: UploadsOptions): Uploads {
  let jobs: readonly Job[] = []
  let isWorking = false

  /** If the connection is lost, the interrupted file stays first in the queue until `resume` is called. */
  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
      const { conversationId, key, file } = job
      const prepared = options.isWanted(conversationId, key)
        ? await prepare(client, file)
        : undefined
      if (prepared === null) break
      jobs = jobs.filter((each) => each !== job)
      if (prepared !== undefined) options.onPrepared(conversationId, key, prepared)
    }
    isWorking = false
  }

  return {
    add: (conversationId, key, file) => {
      jobs = [...jobs, { conversationId, key, file }]
      void work()
    },
    resume: () => void work(),
  }
}

/** Returns null if the connection was lost. */
async function prepare(client: Client, file: LocalFile): Promise<PreparedFile | null> {
  const first = await upload(client, file)
  // The connection was replaced during the upload, and the host has forgotten the first pieces.
  const isForgotten = !first.ok && first.error.code === 'notFound'
  const answer = isForgotten ? await upload(client, file) : first
  if (answer.ok) return answer.value
  if (answer.error.code === 'disconnected') return null
  return { type: 'refused', reason: `${file.name || 'file'}: ${answer.error.message}` }
}

/** Uploads one file in pieces and returns what the host made of it. */
export async function upload(
  client: Client,
  file: LocalFile,
): Promise<Result<PreparedFile, AppError>> {
  const sent = await sendFile(client, file, 'attachment')
  return sent.ok ? client.request('attachment.finish', { fileId: sent.value }) : sent
}

interface Sending {
  /** Default: a new one. */
  readonly fileId?: FileId
  /** Called before each piece with the share that was sent. False: no more is sent. */
  readonly mayGoOn?: (share: number) => boolean
}

/** Nobody reads it: the caller said so. */
const STOPPED = appError('stopped', 'It was not sent completely.')

/** Uploads one file in pieces and returns its id at the host. */
export async function sendFile(
  client: Client,
  file: LocalFile,
  to: 'attachment' | 'import',
  { fileId = FileId.parse(crypto.randomUUID()), mayGoOn = () => true }: Sending = {},
): Promise<Result<FileId, AppError>> {
  const { name, size: bytes } = file
  const begun = await client.request(`${to}.begin`, { fileId, name, bytes })
  if (!begun.ok) return begun
  for (let at = 0; at < bytes; at += FILE_PIECE_BYTES) {
    if (!mayGoOn(at / bytes)) return failed(STOPPED)
    const data = await readPiece(file, at)
    if (data === null) return failed(UNREADABLE)
    const appended = await client.request(`${to}.append`, { fileId, data })
    if (!appended.ok) return appended
  }
  return ok(fileId)
}

async function readPiece(file: LocalFile, at: number): Promise<string | null> {
  try {
    return toBase64(new Uint8Array(await file.slice(at, at + FILE_PIECE_BYTES).arrayBuffer()))
  } catch {
    return null
  }
}
