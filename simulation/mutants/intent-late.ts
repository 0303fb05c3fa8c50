import {
  entriesOf as entries,
  type Entries,
  type Taken,
} from '../../src/main/runtime/conversation/record/step-entries.ts'

export {
  endsGroup,
  joined,
  MAX_GROUP,
  placed,
  positionAfter,
} from '../../src/main/runtime/conversation/record/step-entries.ts'
export type {
  Entries,
  PlacedStep,
  Position,
  Taken,
} from '../../src/main/runtime/conversation/record/step-entries.ts'

let late: Entries['rows'] = []

/** PLANTED BUG: the start of a tool is recorded with the following step. */
export function entriesOf(taken: Taken): Entries {
  const { rows, ...rest } = entries(taken)
  const now = [...late, ...rows.filter((row) => !isIntent(row))]
  late = rows.filter(isIntent)
  return { rows: now, ...rest }
}

function isIntent(row: Entries['rows'][number]): boolean {
  return row.kind === 'lifecycle' && row.entry.type === 'toolStarted'
}
