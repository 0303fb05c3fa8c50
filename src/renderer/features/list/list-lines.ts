import type { ConversationId } from '../../../shared/ids.ts'
import type { FolderGroup, ListedRow } from '../../state/list.ts'

/** Heights in px, so a line's position is known without drawing those above it. */
export const HEADING_PX = 32
export const ROW_PX = 44

interface Line {
  /** In px from the top of the first line. */
  readonly top: number
  readonly height: number
}
/** The heading of a folder's rows. */
export interface HeadingLine extends Line {
  readonly type: 'heading'
  readonly folder: string
  /** The number of its rows, including collapsed ones. */
  readonly count: number
  readonly isOpen: boolean
}
export interface RowLine extends Line, ListedRow {
  readonly type: 'row'
  readonly folder: string
  /** Its position among all rows, from 1. */
  readonly position: number
}
export type ListLine = HeadingLine | RowLine

/** The whole list, from top to bottom. */
export interface ListLines {
  readonly lines: readonly ListLine[]
  readonly rows: readonly RowLine[]
  /** The row of each conversation in the list. */
  readonly rowOf: ReadonlyMap<ConversationId, RowLine>
  /** Total height of all lines, in px. */
  readonly height: number
}

export function linesOf(groups: readonly FolderGroup[], collapsed: ReadonlySet<string>): ListLines {
  const lines: ListLine[] = []
  const rows: RowLine[] = []
  let top = 0
  for (const { folder, rows: members } of groups) {
    const isOpen = !collapsed.has(folder)
    const count = members.length
    lines.push({ type: 'heading', folder, count, isOpen, top, height: HEADING_PX })
    top += HEADING_PX
    if (!isOpen) continue
    for (const { id, index } of members) {
      const position = rows.length + 1
      const row = { type: 'row', id, index, folder, position, top, height: ROW_PX } as const
      lines.push(row)
      rows.push(row)
      top += ROW_PX
    }
  }
  return { lines, rows, rowOf: new Map(rows.map((row) => [row.id, row])), height: top }
}

/** Returns the lines that overlap a range of heights, and the rows that always stay; in order. */
export function linesIn(
  { lines, rowOf }: ListLines,
  { from, to }: { readonly from: number; readonly to: number },
  staying: readonly ConversationId[],
): readonly ListLine[] {
  const inSight = lines.slice(
    firstWhere(lines, ({ top, height }) => top + height > from),
    firstWhere(lines, ({ top }) => top >= to),
  )
  const others = staying
    .flatMap((id) => rowOf.get(id) ?? [])
    .filter(({ top }) => top + ROW_PX <= from || top >= to)
  return [...new Set(others), ...inSight].toSorted((one, other) => one.top - other.top)
}

/** A drawn line: its index, from 0, and its distance from the previous one, in px. */
interface DrawnLine {
  readonly line: ListLine
  readonly order: number
  readonly gap: number
}

export function withGaps(lines: readonly ListLine[]): readonly DrawnLine[] {
  return lines.map((line, order) => {
    const above = lines[order - 1]
    const end = above === undefined ? 0 : above.top + above.height
    return { line, order, gap: line.top - end }
  })
}

/** Binary search: once true, `isPast` is true for all lines that follow. */
function firstWhere(lines: readonly ListLine[], isPast: (line: ListLine) => boolean): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const line = lines[middle]
    if (line !== undefined && isPast(line)) high = middle
    else low = middle + 1
  }
  return low
}
