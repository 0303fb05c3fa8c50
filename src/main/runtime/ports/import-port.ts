import type { BlobHash } from '../../../shared/ids.ts'
import type { FoundSession, Skipped } from '../../../shared/protocol/import-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Result } from '../../../shared/result.ts'

/** A session as its file tells it, as messages of ours. */
export interface ReadSession {
  /** Empty: it has none. */
  readonly title: string
  /** Empty: it does not say. */
  readonly folder: string
  /** Oldest first, with places from 1 without a gap, under ids of their own. */
  readonly messages: readonly Message[]
  /** In base64, by the hash under which messages name them as their copy. */
  readonly images: ReadonlyMap<BlobHash, string>
  readonly skipped: readonly Skipped[]
}

/** Sessions of other programs and exports. Originals are only read. No answer is an exception; errors are sentences for people. */
export interface ImportPort {
  /** Looks into the usual places of other programs, when a person asks. Newest first. */
  find(): Promise<Result<readonly FoundSession[], string>>
  /** One that was found. */
  readFound(id: string): Promise<Result<ReadSession, string>>
  readFile(bytes: Uint8Array): Promise<Result<ReadSession, string>>
}
