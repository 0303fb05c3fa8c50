import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** A file that is left as it is, and why: a sentence for people. */
export interface EditConflict {
  readonly shown: string
  readonly why: string
}

/** How files stand beside what is to be taken back. What is as it was before already is in neither list. */
export interface EditLook {
  readonly restorable: readonly FileChange[]
  readonly conflicts: readonly EditConflict[]
}

/** What files have become meanwhile, from ms to ms since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface ChangedFiles {
  /** From the folder. */
  readonly names: readonly string[]
  /** How many more there are. */
  readonly more: number
  /** Why it may not be all: a sentence for people. Null: it is all that can be seen. */
  readonly gap: string | null
}

/** Files of a conversation's folder as tools left them. Only what still is what a tool made of it is ever written. */
export interface EditPort {
  look(folder: string, changes: readonly FileChange[]): Promise<EditLook>
  /**
   * Puts back what still can be, and keeps what it puts aside. `files`: what it did, to be taken back in the same way. The
   * error is a sentence for people: nothing was changed.
   */
  takeBack(
    folder: string,
    changes: readonly FileChange[],
  ): Promise<
    Result<
      { readonly files: readonly FileChange[]; readonly conflicts: EditLook['conflicts'] },
      string
    >
  >
  /** What a call without a result of its own was about to write. */
  intendedBy(callId: CallId): readonly FileChange[]
  /** What was changed in one of these spans, but for the paths that are known. */
  changedIn(
    folder: string,
    spans: readonly Span[],
    known: ReadonlySet<string>,
  ): Promise<ChangedFiles>
  /** Lets go of all that is kept of files: nothing written so far can be taken back. Never rejects. */
  removeKept(): Promise<void>
}
