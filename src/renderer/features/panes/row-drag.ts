import { ConversationId } from '../../../shared/ids.ts'

/** The data type of a dragged row: neither text nor a URL. */
const ROW = 'application/x-phoenix-row'

export function putRow(transfer: DataTransfer, id: ConversationId): void {
  transfer.clearData()
  transfer.setData(ROW, id)
  transfer.effectAllowed = 'move'
}

export function holdsRow({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(ROW)
}

/** Only readable once dropped. */
export function droppedRow(transfer: Pick<DataTransfer, 'getData'>): ConversationId | null {
  const read = ConversationId.safeParse(transfer.getData(ROW))
  return read.success ? read.data : null
}

/** The place where a row dropped on a pane opens: in the pane, or in a second one. */
export type DropPlace = 'here' | 'left' | 'right'

/** In the outer thirds of a lone pane: next to it, if two fit. */
export function dropPlaceAt(
  x: number,
  { left, width }: Pick<DOMRect, 'left' | 'width'>,
  canSplit: boolean,
): DropPlace {
  if (!canSplit) return 'here'
  if (x < left + width / 3) return 'left'
  return x > left + (width * 2) / 3 ? 'right' : 'here'
}
