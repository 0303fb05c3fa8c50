import { assertNever } from '../../../shared/assert-never.ts'

/** One conversation on the screen. There are never more than two. */
export type PaneId = 'a' | 'b'

/** The panes of this window. Pure: their contents are in their threads. */
export interface Panes {
  /** From left to right. */
  readonly order: readonly [PaneId] | readonly [PaneId, PaneId]
  /** The pane that has the focus. */
  readonly focused: PaneId
  /** The left pane's fraction of the width, if there are two. */
  readonly share: number
  /** True if only one fits: the focused one is shown, and the other is hidden. */
  readonly isNarrow: boolean
}

export type PanesEvent =
  | { readonly type: 'focused'; readonly pane: PaneId }
  /** Opens a second pane, or uses the other one of two. It gets the focus. */
  | { readonly type: 'openedBeside'; readonly side: 'left' | 'right' }
  | { readonly type: 'closed'; readonly pane: PaneId }
  | { readonly type: 'swapped' }
  | { readonly type: 'shared'; readonly share: number }
  | { readonly type: 'narrowed'; readonly isNarrow: boolean }

export const SHARES = { least: 0.25, usual: 0.5, most: 0.75 } as const

export const ONE_PANE: Panes = {
  order: ['a'],
  focused: 'a',
  share: SHARES.usual,
  isNarrow: false,
}

export function stepPanes(panes: Panes, event: PanesEvent): Panes {
  const { focused, order } = panes
  switch (event.type) {
    case 'focused':
      return order.includes(event.pane) ? { ...panes, focused: event.pane } : panes
    case 'openedBeside': {
      const pane = otherOf(focused)
      if (order.length === 2) return { ...panes, focused: pane }
      const both = event.side === 'right' ? ([focused, pane] as const) : ([pane, focused] as const)
      return { ...panes, order: both, focused: pane }
    }
    case 'closed': {
      if (order.length === 1 || !order.includes(event.pane)) return panes
      const left = otherOf(event.pane)
      return { ...panes, order: [left], focused: left }
    }
    case 'swapped':
      return order.length === 1
        ? panes
        : { ...panes, order: [order[1], order[0]], share: 1 - panes.share }
    case 'shared':
      return { ...panes, share: allowedShare(event.share) }
    case 'narrowed':
      return { ...panes, isNarrow: event.isNarrow }
    default:
      return assertNever(event)
  }
}

export function otherOf(pane: PaneId): PaneId {
  return pane === 'a' ? 'b' : 'a'
}

/** The visible panes, from left to right. */
export function drawnPanes({ focused, isNarrow, order }: Panes): readonly PaneId[] {
  return isNarrow ? [focused] : order
}

/** In steps of a hundredth, so an even split is even again after a few keys. */
export function allowedShare(share: number): number {
  if (!Number.isFinite(share)) return SHARES.usual
  return Math.round(Math.min(SHARES.most, Math.max(SHARES.least, share)) * 100) / 100
}
