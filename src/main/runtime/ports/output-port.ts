import type { CallId } from '../../../shared/ids.ts'
import type { OutputPage } from '../../../shared/protocol/output-page.ts'

/**
 * What of its result the whole output of a call takes the place of: so many UTF-16 code units of its text, or what the result of
 * a call that was stopped says it had printed.
 */
export type StandsFor = number | 'printedEnd'

export type KeptPage = Pick<OutputPage, 'text' | 'from'> & { readonly standsFor: StandsFor }

/** What commands printed, as people saw it. */
export interface OutputPort {
  /**
   * The part that ends before this byte, null being the end of all; waits for the end of a call that is running. Null: of this call
   * there is no more than its result says. Never rejects.
   */
  read(callId: CallId, before: number | null): Promise<KeptPage | null>
  /** Removes those of all calls that have ended. Never rejects. */
  removeAll(): Promise<void>
}
