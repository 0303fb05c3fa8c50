import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.sidebar-width'

export const WIDTHS = { least: 200, usual: 260, most: 420 } as const
const STEP = 20

/** In whole px, within the limits of the sidebar. */
export function allowedWidth(width: number): number {
  if (!Number.isFinite(width)) return WIDTHS.usual
  return Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)))
}

/** The width after a key on the separator; null: the key has no effect there. */
export function widthAfterKey(key: string, width: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return allowedWidth(width - STEP)
    case 'ArrowRight':
      return allowedWidth(width + STEP)
    case 'Home':
      return WIDTHS.least
    case 'End':
      return WIDTHS.most
    default:
      return null
  }
}

export function savedWidth(): number {
  const saved = keptForAll.getItem(KEY)
  return saved === null ? WIDTHS.usual : allowedWidth(Number(saved))
}

export function saveWidth(width: number): void {
  keptForAll.setItem(KEY, String(width))
}
