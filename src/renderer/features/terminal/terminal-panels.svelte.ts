import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { ConversationId, type WorkId } from '../../../shared/ids.ts'
import { keptForAll, keptForWindow } from '../../state/kept-texts.ts'

const SHOWN_KEY = 'phoenix.terminals-shown'
const ALOUD_KEY = 'phoenix.terminal-read-aloud'

/** The terminals that this window shows. */
export class TerminalPanels {
  /** The selected tab of each conversation, and its position. */
  readonly chosen = new SvelteMap<ConversationId, { readonly id: WorkId; readonly at: number }>()
  /** True if the screen is kept as text for a screen reader. */
  isReadAloud = $state(keptForAll.getItem(ALOUD_KEY) !== null)
  readonly #shown = new SvelteSet(savedShown())

  isShown(conversationId: ConversationId): boolean {
    return this.#shown.has(conversationId)
  }

  /** Hidden terminals keep running. */
  show(conversationId: ConversationId, isShown: boolean): void {
    if (isShown) this.#shown.add(conversationId)
    else this.#shown.delete(conversationId)
    keptForWindow.setItem(SHOWN_KEY, [...this.#shown].join(' '))
  }

  readAloud(isOn: boolean): void {
    this.isReadAloud = isOn
    if (isOn) keptForAll.setItem(ALOUD_KEY, 'on')
    else keptForAll.removeItem(ALOUD_KEY)
  }
}

/** The panels that were visible before the window was reloaded. */
function savedShown(): readonly ConversationId[] {
  const saved = keptForWindow.getItem(SHOWN_KEY) ?? ''
  return saved.split(' ').flatMap((id) => ConversationId.safeParse(id).data ?? [])
}
