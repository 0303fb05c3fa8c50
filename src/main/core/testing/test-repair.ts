import { BlobHash } from '../../../shared/ids.ts'
import type { Repair, RepairType } from '../../../shared/messages/repair.ts'

/** Returns a repair of this type; images and documents are a single blob. For tests. */
export function testRepair(type: RepairType): Repair {
  const blobs = [BlobHash.parse('1'.repeat(64))]
  if (type === 'withoutEffort') return { type, effort: 'high' }
  if (type === 'withReasoningMarks') return { type, field: 'reasoning_content' }
  const isOfMedia =
    type === 'withoutImages' || type === 'withoutAllImages' || type === 'withoutDocuments'
  return isOfMedia ? { type, blobs } : { type }
}
