import { ConversationId } from '../../../shared/ids.ts'

/** A row of the list that is dragged is this kind of data: no text, and no address of a page. */
const ROW = 'application/x-phoenix-row'

export function putRow(transfer: DataTransfer, id: ConversationId): void {
  transfer.clearData()
  transfer.setData(ROW, id)
  transfer.effectAllowed = 'move'
}

export function holdsRow({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(ROW)
}

/** Can be read once it is dropped. */
export function droppedRow(transfer: Pick<DataTransfer, 'getData'>): ConversationId | null {
  const read = ConversationId.safeParse(transfer.getData(ROW))
  return read.success ? read.data : null
}

/** Where a row that is dropped on a pane opens: in the pane, or beside it. */
export type DropPlace = 'here' | 'left' | 'right'

/** In the outer thirds of a pane that stands alone: beside it, where there is room for two. */
export function dropPlaceAt(
  x: number,
  { left, width }: Pick<DOMRect, 'left' | 'width'>,
  canSplit: boolean,
): DropPlace {
  if (!canSplit) return 'here'
  if (x < left + width / 3) return 'left'
  return x > left + (width * 2) / 3 ? 'right' : 'here'
}
