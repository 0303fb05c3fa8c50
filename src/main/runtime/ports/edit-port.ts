import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** A file that is left unchanged, with a sentence that says why. */
export interface EditConflict {
  readonly shown: string
  readonly why: string
}

/** The state of files compared with the edits to undo. Files that already are as they were before are in neither list. */
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
  /** Number of files that are not listed. */
  readonly more: number
  /** Why the list may be incomplete: a sentence for people. Null if it is complete as far as can be seen. */
  readonly gap: string | null
}

/** Restores files that tools changed in a conversation's folder. Only writes a file that is still as a tool left it. */
export interface EditPort {
  look(folder: string, changes: readonly FileChange[]): Promise<EditLook>
  /**
   * Restores what still can be restored, and keeps what it replaces. `files`: the changes made, which can be undone in
   * the same way. The error is a sentence for people: nothing was changed.
   */
  restore(
    folder: string,
    changes: readonly FileChange[],
  ): Promise<
    Result<
      { readonly files: readonly FileChange[]; readonly conflicts: EditLook['conflicts'] },
      string
    >
  >
  /** Returns what a call without a result was about to write. Fails if that cannot be read now; the error ends a sentence. */
  intendedBy(callId: CallId): Result<readonly FileChange[], string>
  /** Returns what changed in one of these periods, except the known paths. */
  changedIn(
    folder: string,
    spans: readonly Span[],
    known: ReadonlySet<string>,
  ): Promise<ChangedFiles>
  /** Removes all stored contents of files: earlier edits can no longer be undone. Never rejects. */
  removeKept(): Promise<void>
}
