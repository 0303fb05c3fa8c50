import { ok } from '../../../../shared/result.ts'
import type { ReviewPort } from '../../ports/review-port.ts'

/** Folders without changes. */
export const NO_REVIEW: ReviewPort = {
  edits: () => Promise.resolve([]),
  workingTree: () => Promise.resolve(ok({ files: [], notes: [] })),
}
