import type { BlobHash } from '../../../shared/ids.ts'
import type { FoundSession, Skipped } from '../../../shared/protocol/import-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Result } from '../../../shared/result.ts'

/** A session from a file, converted to Phoenix's messages. */
export interface ReadSession {
  /** Empty if it has none. */
  readonly title: string
  /** Empty if it names none. */
  readonly folder: string
  /** Oldest first, with places from 1 without a gap, and new ids. */
  readonly messages: readonly Message[]
  /** As base64, by the hash that messages give for the copy. */
  readonly images: ReadonlyMap<BlobHash, string>
  readonly skipped: readonly Skipped[]
}

/** Sessions of other programs, and exports. Originals are only read. Never throws; errors are sentences for people. */
export interface ImportPort {
  /** Searches the usual locations of other programs, when a person asks. Newest first. */
  find(): Promise<Result<readonly FoundSession[], string>>
  /** Reads a session that `find` returned. */
  readFound(id: string): Promise<Result<ReadSession, string>>
  /** Reads the sessions in a file that a person chose: at least one. */
  readFile(bytes: Uint8Array): Promise<Result<readonly ReadSession[], string>>
}
