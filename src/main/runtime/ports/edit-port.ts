import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** A file that is left unchanged, and why: a sentence for people. */
export interface EditConflict {
  readonly shown: string
  readonly why: string
}

/** How files compare with what should be undone. Files that already are as they were before are in neither list. */
export interface EditLook {
  readonly restorable: readonly FileChange[]
  readonly conflicts: readonly EditConflict[]
}

/** A period, in ms since 1970, and the files that changed in it. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface ChangedFiles {
  /** Relative to the folder. */
  readonly names: readonly string[]
  /** How many more there are. */
  readonly more: number
  /** Why the list may be incomplete: a sentence for people. Null: nothing visible is missing. */
  readonly gap: string | null
}

/** Files of a conversation's folder as tools left them. Only a file that is still as a tool left it is ever written. */
export interface EditPort {
  look(folder: string, changes: readonly FileChange[]): Promise<EditLook>
  /**
   * Restores what still can be, and keeps what it replaces. `files`: what it did, which can be undone in the same way.
   * The error is a sentence for people: nothing was changed.
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
  /** What a call without a result was about to write. */
  intendedBy(callId: CallId): readonly FileChange[]
  /** What changed in one of these periods, except the known paths. */
  changedIn(
    folder: string,
    spans: readonly Span[],
    known: ReadonlySet<string>,
  ): Promise<ChangedFiles>
  /** Removes everything that is kept of files: no earlier write can be undone any more. Never rejects. */
  removeKept(): Promise<void>
}
