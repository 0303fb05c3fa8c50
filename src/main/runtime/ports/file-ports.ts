import type { ImageType } from '../../../shared/messages/attachment.ts'
import type { BlobHash, CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { InstructionsFault, InstructionsName } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** Bytes under the name of their SHA-256. */
export interface BlobPort {
  /** On disk when it resolves; blocks nothing meanwhile. */
  keep(bytes: Uint8Array): Promise<Result<BlobHash, StoreFault>>
  /** The same at once, for what is small: what a step is about to name. */
  keepNow(bytes: Uint8Array): Result<BlobHash, StoreFault>
  /** Null where there is no such blob, or it no longer holds what its name says. */
  read(hash: BlobHash): Uint8Array | null
  /** At most `length` bytes of it and the size of the whole; null where there is none. Unchecked: for the screen. */
  readPiece(
    hash: BlobHash,
    offset: number,
    length: number,
  ): { readonly data: Uint8Array; readonly bytes: number } | null
  /** In bytes; null where there is no such blob. */
  sizeOf(hash: BlobHash): number | null
}

/** A file of instructions. */
export interface FoundInstructions {
  readonly name: InstructionsName
  /** As in `Instructions`. */
  readonly path?: string
  /** UTF-8, whole characters, at most MAX_INSTRUCTIONS_BYTES. */
  readonly text: Uint8Array
  readonly isCut: boolean
}

/** `files`: most general first. `fault`: the first file that is there and was passed over. */
export interface ReadInstructions {
  readonly files: readonly FoundInstructions[]
  readonly fault: InstructionsFault | null
}

export interface InstructionsPort {
  /** Read in the same tick; waits for nobody. */
  read(folder: string): ReadInstructions
}

export interface GitPort {
  /**
   * The state of git in a folder, in words for the model. Null: there is no repository, nothing confines git, or it did not
   * answer in time. Never rejects; resolves within some 2 s.
   */
  stateOf(asked: {
    readonly folder: string
    readonly conversationId: ConversationId
    /** Of the work that it belongs to. */
    readonly workId: WorkId
    readonly signal: AbortSignal
  }): Promise<string | null>
}

export interface FolderPort {
  /**
   * Whether there is no folder under this path. Looked at in the same tick, as instructions are; one that only cannot be looked
   * at counts as there.
   */
  isGone(folder: string): boolean
  /** The same without holding anybody up; null: there was no answer in time. */
  look(folder: string): Promise<boolean | null>
}

export type PreparedImage =
  | {
      readonly type: 'ready'
      /** Of the copy; `name` is the file's, made fit to be shown. */
      readonly name: string
      readonly copy: Uint8Array
      readonly mediaType: ImageType
      readonly width: number
      readonly height: number
      readonly notice: string | null
    }
  /**
   * Sentences for people: what is wrong with it, and what to do before it is attached. `plain`: it is no image, and can be
   * taken as what it is; null: it should be an image, and is damaged, empty or too large.
   */
  | {
      readonly type: 'refused'
      readonly problem: string
      readonly advice: string
      readonly name: string
      readonly plain: PlainFile | null
    }

/** What a file is that is no image, by its content and its name. `pages`: of a PDF, where they can be counted. */
export interface PlainFile {
  readonly mediaType: string
  readonly isText: boolean
  readonly pages?: number
}

/** Files as they came, where the tools of every conversation can read them, and nobody else but the person. */
export interface AttachedFilesPort {
  /** Answers the whole path. On disk when it resolves. */
  keep(hash: BlobHash, name: string, bytes: Uint8Array): Promise<Result<string, StoreFault>>
}

/** Files of deleted conversations. None of these throws: a file that cannot be removed stays. */
export interface DiscardedFilesPort {
  /** What a call printed, and what it was about to write. Answers the blobs that the latter names. */
  removeOfCall(callId: CallId): readonly BlobHash[]
  /** By what calls were about to write that have no result to say so. */
  namedByCalls(): readonly BlobHash[]
  /** Every file with these bytes, unless they were kept again since then (ms since 1970). True: there is none any more. */
  removeBlob(hash: BlobHash, since: number): boolean
}

export interface PdfPort {
  /** What a PDF says, with a mark ahead of each page. Null: it says nothing that can be read. Never rejects. */
  textOf(bytes: Uint8Array): Promise<string | null>
}

export interface ImagePort {
  /** Decodes a file whole and makes the copy that goes to a model, or says why not. */
  prepare(bytes: Uint8Array, name: string): Promise<PreparedImage>
}
