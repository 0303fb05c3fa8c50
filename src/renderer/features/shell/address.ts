import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { linkInFragment, NOWHERE } from '../../../shared/link.ts'
import { rowsShown } from '../../state/list.ts'
import { keptForAll } from '../../state/kept-texts.ts'

/** The contents of a pane; null: the form for a new conversation. */
type Shown = ConversationId | null

/** The contents of the window according to the address: the focused pane, and the one next to it. */
export interface Place {
  readonly shown: Shown
  readonly beside: { readonly side: 'left' | 'right'; readonly shown: Shown } | null
}

const FORM = 'new'

/** The fragment for what is shown, with which a reload shows it again. */
export function fragmentOf(shown: Shown, beside: Place['beside'] = null): string {
  const own = shown === null ? FORM : `conversation=${encodeURIComponent(shown)}`
  if (beside === null) return `#${own}`
  return `#${own}&${beside.side}=${encodeURIComponent(beside.shown ?? FORM)}`
}

/** True for a conversation; false for a form that was left, or the bare address of the app. */
export function isPlaceToReturnTo(fragment: string): boolean {
  return conversationIn(fragment) !== null
}

export function conversationIn(fragment: string): ConversationId | null {
  return placeIn(fragment)?.shown ?? null
}

/** Null: it names no place. An invalid id counts as missing. */
export function placeIn(fragment: string): Place | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const shown = idIn(parameters.get('conversation'))
  if (shown === null && !parameters.has(FORM)) return null
  for (const side of ['left', 'right'] as const) {
    const beside = parameters.get(side)
    const id = idIn(beside)
    const isOther = beside === FORM ? shown !== null : id !== null && id !== shown
    if (isOther) return { shown, beside: { side, shown: id } }
  }
  return { shown, beside: null }
}

function idIn(text: string | null): ConversationId | null {
  const parsed = ConversationId.safeParse(text === FORM ? null : text)
  return parsed.success ? parsed.data : null
}

/** The parts of a place that exist: a missing conversation is replaced by the most recently changed one. */
export function placeThatIs(
  place: Place | null,
  conversations: readonly ConversationSummary[],
): Place {
  const isThere = (shown: Shown): boolean =>
    shown === null || conversations.some(({ id }) => id === shown)
  if (place === null || !isThere(place.shown))
    return { shown: newestOf(conversations), beside: null }
  const { beside, shown } = place
  return { shown, beside: beside !== null && isThere(beside.shown) ? beside : null }
}

function newestOf(conversations: readonly ConversationSummary[]): Shown {
  const newest = rowsShown(conversations, 'all').toSorted(
    (one, other) => other.updatedAt - one.updatedAt,
  )[0]
  return newest?.id ?? null
}

/**
 * The conversations that a window with this address starts with. None: the list decides, or a pane shows no
 * conversation.
 */
export function shownFirst(fragment: string): readonly ConversationId[] {
  if (fragment === NOWHERE || linkInFragment(fragment) !== null) return []
  const place = placeIn(fragment) ?? savedPlace()
  if (place === null) return []
  const shown = place.beside === null ? [place.shown] : [place.shown, place.beside.shown]
  const conversations = shown.filter((each) => each !== null)
  return conversations.length === shown.length ? conversations : []
}

const KEY = 'phoenix.place'

/** Saves the place for a window that is opened with the bare address of the app. */
export function savePlace(fragment: string): void {
  keptForAll.setItem(KEY, fragment)
}

/** Null: none was saved. */
export function savedPlace(): Place | null {
  return placeIn(keptForAll.getItem(KEY) ?? '')
}
