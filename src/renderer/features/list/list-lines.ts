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
  /** Its position among its folder's rows, from 1, and their number. */
  readonly place: number
  readonly count: number
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
    for (const [above, { id, index }] of members.entries()) {
      const [position, place] = [rows.length + 1, above + 1]
      const size = { top, height: ROW_PX }
      const row = { type: 'row', id, index, folder, position, place, count, ...size } as const
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

/** A drawn line, and its distance from the previous one, in px. */
export interface Drawn<Line extends ListLine> {
  readonly line: Line
  readonly gap: number
}

/** The drawn lines of a folder; its heading may be out of sight. */
export interface DrawnFolder {
  readonly folder: string
  readonly heading: Drawn<HeadingLine> | null
  readonly rows: readonly Drawn<RowLine>[]
}

/** Groups lines by folder, in order. The gap above a line is the height of the lines left out. */
export function drawnFolders(lines: readonly ListLine[]): readonly DrawnFolder[] {
  const folders: { folder: string; heading: Drawn<HeadingLine> | null; rows: Drawn<RowLine>[] }[] =
    []
  let end = 0
  for (const line of lines) {
    const gap = line.top - end
    end = line.top + line.height
    const { folder } = line
    let last = folders.at(-1)
    if (last?.folder !== folder) folders.push((last = { folder, heading: null, rows: [] }))
    if (line.type === 'heading') last.heading = { line, gap }
    else last.rows.push({ line, gap })
  }
  return folders
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
