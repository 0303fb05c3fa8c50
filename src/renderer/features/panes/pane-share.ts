import { allowedShare, SHARES } from '../../state/panes/panes.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.pane-share'
const STEP = 0.05

/** The left pane's share after a key on the edge; null: the key has no effect there. */
export function shareAfterKey(key: string, share: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return allowedShare(share - STEP)
    case 'ArrowRight':
      return allowedShare(share + STEP)
    case 'Home':
      return SHARES.least
    case 'End':
      return SHARES.most
    default:
      return null
  }
}

export function savedShare(): number {
  const saved = keptForAll.getItem(KEY)
  return saved === null ? SHARES.usual : allowedShare(Number(saved))
}

export function saveShare(share: number): void {
  keptForAll.setItem(KEY, String(share))
}
