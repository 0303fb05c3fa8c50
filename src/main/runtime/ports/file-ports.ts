import type { ImageType } from '../../../shared/messages/attachment.ts'
import type { BlobHash, CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { InstructionsFault, InstructionsName } from '../../../shared/conversation/turn.ts'
import type { DiskFault } from '../../core/machine/store-fault.ts'

export interface BlobPiece {
  readonly data: Uint8Array
  readonly bytes: number
}

/** Stores bytes under their SHA-256. */
export interface BlobPort {
  /** Resolves when the bytes are on disk, without blocking. */
  keep(bytes: Uint8Array): Promise<Result<BlobHash, DiskFault>>
  /** The same, synchronously, for small content that a step is about to name. */
  keepNow(bytes: Uint8Array): Result<BlobHash, DiskFault>
  /**
   * Null if there is no such blob, or if its bytes no longer match its name. Fails if it cannot be read now, as the
   * next two do; the error ends a sentence.
   */
  read(hash: BlobHash): Result<Uint8Array | null, string>
  /**
   * Returns at most `length` bytes and the size of the whole; null if there is no such blob. Unverified: for the
   * screen, and for the head of a large file.
   */
  readPiece(hash: BlobHash, offset: number, length: number): Result<BlobPiece | null, string>
  /** Returns the size in bytes; null if there is no such blob. */
  sizeOf(hash: BlobHash): Result<number | null, string>
}

/** An instruction file. */
export interface FoundInstructions {
  readonly name: InstructionsName
  /** As in `Instructions`. */
  readonly path?: string
  /** UTF-8, whole characters, at most MAX_INSTRUCTIONS_BYTES. */
  readonly text: Uint8Array
  readonly isCut: boolean
}

/**
 * `files`: most general first. `fault`: the first file that exists but was skipped. `isWhole`: false if something could not
 * be read for the moment, so it is not known what else there is.
 */
export interface ReadInstructions {
  readonly files: readonly FoundInstructions[]
  readonly fault: InstructionsFault | null
  readonly isWhole: boolean
}

export interface InstructionsPort {
  /** Reads in the same tick, without waiting. */
  read(folder: string): ReadInstructions
}

export interface GitPort {
  /**
   * Returns the state of git in a folder as text for the model. Null if there is no repository, git cannot be sandboxed,
   * or it did not answer in time. Never rejects; resolves within about 2 s.
   */
  stateOf(request: {
    readonly folder: string
    readonly conversationId: ConversationId
    /** The work that git runs for. */
    readonly workId: WorkId
    readonly signal: AbortSignal
    /** Called if and when git runs: other things can be done until it answers. */
    readonly onStarted: () => void
  }): Promise<string | null>
}

export interface FolderPort {
  /**
   * True if there is no folder at this path. Checked in the same tick, like instructions; a path that cannot be checked
   * counts as existing.
   */
  isGone(folder: string): boolean
  /** The same without blocking; null if there was no answer in time. */
  look(folder: string): Promise<boolean | null>
}

export type PreparedImage =
  | {
      readonly type: 'ready'
      /** The copy's facts; `name` is the file's name, sanitised for display. */
      readonly name: string
      readonly copy: Uint8Array
      readonly mediaType: ImageType
      readonly width: number
      readonly height: number
      readonly notice: string | null
    }
  /**
   * `problem` and `advice`: sentences for people about what is wrong and what to do before attaching it. `plain`: set
   * if it is not an image and can be attached as another file; null if it should be an image, but is damaged, empty or
   * too large.
   */
  | {
      readonly type: 'refused'
      readonly problem: string
      readonly advice: string
      readonly name: string
      readonly plain: PlainFile | null
    }

/** The type of a file other than an image, by content and name. `pages`: of a PDF, if they can be counted. */
export interface PlainFile {
  readonly mediaType: string
  readonly isText: boolean
  readonly pages?: number
}

/**
 * Stores attached files in their original form, where the tools of every conversation can read them, but no other
 * account can.
 */
export interface AttachedFilesPort {
  /** Returns the absolute path. Resolves when the file is on disk. */
  keep(hash: BlobHash, name: string, bytes: Uint8Array): Promise<Result<string, DiskFault>>
}

/** Removes files of deleted conversations. Never throws: a file that cannot be removed stays. */
export interface DiscardedFilesPort {
  /** Returns every stored blob except those kept for undo. */
  all(): Promise<readonly BlobHash[]>
  /**
   * Removes what calls printed and what they were about to write. Returns the blobs that the latter names. Throws if that
   * cannot be read now: then nothing was removed.
   */
  removeOfCalls(callIds: readonly CallId[]): readonly BlobHash[]
  /** Returns the blobs named by recorded intentions of calls that have no result. Throws if they cannot be read now. */
  namedByCalls(): readonly BlobHash[]
  /**
   * Removes every file with these bytes, unless they were stored again since then (ms since 1970). True if none is
   * left.
   */
  removeBlob(hash: BlobHash, since: number): boolean
}

export interface PdfPort {
  /** Returns the text of a PDF, with a mark before each page. Null if it contains no readable text. Never rejects. */
  textOf(bytes: Uint8Array): Promise<string | null>
}

export interface ImagePort {
  /** Decodes a file completely and makes the copy for the model, or says why it cannot. */
  prepare(bytes: Uint8Array, name: string): Promise<PreparedImage>
}
