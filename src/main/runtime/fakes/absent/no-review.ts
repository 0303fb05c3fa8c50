import { ok } from '../../../../shared/result.ts'
import type { ReviewPort } from '../../ports/review-port.ts'

/** Folders without changes. */
export const NO_REVIEW: ReviewPort = {
  edits: () => Promise.resolve([]),
  past: (_folder, { shown }) =>
    Promise.resolve({
      path: shown,
      from: null,
      what: 'changed',
      hunks: '',
      added: 0,
      removed: 0,
      note: null,
    }),
  workingTree: () => Promise.resolve(ok({ files: [], notes: [] })),
}
