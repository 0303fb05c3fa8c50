import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { ConversationId, type WorkId } from '../../../shared/ids.ts'

const SHOWN_KEY = 'phoenix.terminals-shown'
const ALOUD_KEY = 'phoenix.terminal-read-aloud'

/** Which terminals this window shows. */
export class TerminalPanels {
  /** The tab of each conversation, and where it stands among the others. */
  readonly chosen = new SvelteMap<ConversationId, { readonly id: WorkId; readonly at: number }>()
  /** The screen is kept as text for a screen reader. */
  isReadAloud = $state(localStorage.getItem(ALOUD_KEY) !== null)
  readonly #shown = new SvelteSet(savedShown())

  isShown(conversationId: ConversationId): boolean {
    return this.#shown.has(conversationId)
  }

  /** Hidden, terminals go on. */
  show(conversationId: ConversationId, isShown: boolean): void {
    if (isShown) this.#shown.add(conversationId)
    else this.#shown.delete(conversationId)
    sessionStorage.setItem(SHOWN_KEY, [...this.#shown].join(' '))
  }

  readAloud(isOn: boolean): void {
    this.isReadAloud = isOn
    if (isOn) localStorage.setItem(ALOUD_KEY, 'on')
    else localStorage.removeItem(ALOUD_KEY)
  }
}

/** After a reload of the window, what was shown is shown. */
function savedShown(): readonly ConversationId[] {
  const saved = sessionStorage.getItem(SHOWN_KEY) ?? ''
  return saved.split(' ').flatMap((id) => ConversationId.safeParse(id).data ?? [])
}
