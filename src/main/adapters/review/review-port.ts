import type { ReviewPort } from '../../runtime/ports/review-port.ts'
import type { KeptFiles } from '../edits/kept-files.ts'
import { createPlaces, type PlacesOptions } from '../files/places.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import type { CompareFile } from '../tools/changes/diff-thread.ts'
import { reviewEdits, reviewPast } from './edited-files.ts'
import { reviewWorkingTree } from './working-tree.ts'

export interface ReviewOptions extends Omit<PlacesOptions, 'holdsOutput'> {
  readonly kept: Pick<KeptFiles, 'read' | 'sizeOf'>
  readonly supervisor: Pick<Supervisor, 'run'>
  readonly isSandboxed: boolean
  readonly compare: CompareFile
}

/** Changes of files as shown to people: from the tools' records, or from git. */
export function createReviewPort(options: ReviewOptions): ReviewPort {
  const places = createPlaces({ ...options, holdsOutput: () => false })
  const { compare, kept } = options
  return {
    edits: (folder, changes, signal) =>
      reviewEdits(folder, changes, { compare, kept, places, signal }),
    past: (folder, change) => reviewPast(folder, change, { compare, kept, places }),
    workingTree: (request) => reviewWorkingTree(request, { ...options, places }),
  }
}
