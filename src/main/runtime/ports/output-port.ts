import type { CallId } from '../../../shared/ids.ts'
import type { OutputPage } from '../../../shared/protocol/output-page.ts'
import type { Result } from '../../../shared/result.ts'

/**
 * The part of a call's result that its full output replaces: this many UTF-16 code units of its text, or the part of a
 * stopped call's result that quotes its output.
 */
export type StandsFor = number | 'printedEnd'

export type KeptPage = Pick<OutputPage, 'text' | 'from'> & { readonly standsFor: StandsFor }

/** The output of commands, as people saw it. */
export interface OutputPort {
  /**
   * Returns the part that ends before this byte (null: the end of everything); waits for the end of a running call.
   * Null if there is no more than the call's result says. Never rejects: it fails if the output cannot be read now; the
   * error ends a sentence.
   */
  read(callId: CallId, before: number | null): Promise<Result<KeptPage | null, string>>
  /** Removes the outputs of all calls that have ended. Never rejects. */
  removeAll(): Promise<void>
}
