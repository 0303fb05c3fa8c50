import { tick } from 'svelte'
import type { ConversationId } from '../../../shared/ids.ts'
import type { App } from '../../state/app.ts'
import { type Readable, readable } from '../../state/bridge.svelte.ts'
import type { OfferedCommands } from '../commands/offered-commands.svelte.ts'
import { drawnPanes, type PaneId, type Panes } from '../../state/panes/panes.ts'
import { idOfThread, type Thread } from '../../../client/conversation/thread.ts'
import type { Place } from '../shell/address.ts'
import { Address } from './address-bar.ts'
import { Pane } from './pane.svelte.ts'
import { savedShare, saveShare } from './pane-share.ts'

/** The number of earlier conversations to remember, for opening one in a second pane. */
const MOST_BEFORE = 20

/** The panes of the window as a person arranges them: two sides, or one. */
export class Sides {
  readonly panes: Readable<Panes>
  readonly paneBy: Readonly<Record<PaneId, Pane>>
  readonly #app: App
  readonly #address: Address
  /** Conversations shown before, the newest last. */
  #before: readonly ConversationId[] = []

  constructor(app: App, commands: OfferedCommands) {
    this.#app = app
    this.panes = readable(app.panes.store)
    this.paneBy = { a: new Pane('a', app, commands), b: new Pane('b', app, commands) }
    this.#address = new Address(app.panes)
  }

  /** Shows the window's first place, including its second pane. */
  begin({ beside, shown }: Place): void {
    const { panes, thread } = this.#app
    thread.show(shown)
    panes.arrange({ type: 'shared', share: savedShare() })
    if (beside !== null) {
      const { focused } = panes.store.getState()
      panes.showBeside(beside.shown, beside.side)
      panes.arrange({ type: 'focused', pane: focused })
    }
    this.#address.begin()
  }

  /** Changes what is shown, and updates the address. `pushed`: Back leads to the previous place. */
  place(way: 'pushed' | 'replaced', showing: () => void): void {
    this.#address.write(way, showing)
    const shown = idOfThread(this.#app.thread.store.getState())
    const others = this.#before.filter((id) => id !== shown)
    if (shown !== null) this.#before = [...others, shown].slice(-MOST_BEFORE)
  }

  /** The pane that has the focus. */
  get focused(): Pane {
    return this.paneBy[this.panes.current.focused]
  }

  get areTwo(): boolean {
    return this.panes.current.order.length === 2
  }

  /** The conversation in the other pane, if that is visible. */
  get shownBeside(): ConversationId | null {
    const { focused } = this.panes.current
    const other = drawnPanes(this.panes.current).find((id) => id !== focused)
    return other === undefined ? null : idOfThread(this.paneBy[other].thread.current)
  }

  /** The thread of a conversation that is in a pane; null: it is in none. */
  threadOf(conversationId: ConversationId): Thread | null {
    const threads = this.panes.current.order.map((id) => this.paneBy[id].thread.current)
    return threads.find((thread) => idOfThread(thread) === conversationId) ?? null
  }

  /** The conversation shown before the current one; null: none, or it is gone. */
  shownBefore(): ConversationId | null {
    const { conversations } = this.#app.shell.getState()
    const shown = idOfThread(this.#app.thread.store.getState())
    const isListed = (id: ConversationId): boolean =>
      conversations.some((row) => row.id === id && !row.isArchived)
    return this.#before.findLast((id) => id !== shown && isListed(id)) ?? null
  }

  close(pane: PaneId = this.focused.id): void {
    this.place('replaced', () => this.#app.panes.close(pane))
    this.#focusField()
  }

  swap(): void {
    this.#app.panes.arrange({ type: 'swapped' })
    saveShare(this.#app.panes.store.getState().share)
  }

  share(share: number): void {
    this.#app.panes.arrange({ type: 'shared', share })
    saveShare(this.#app.panes.store.getState().share)
  }

  /** Moves the focus to the other pane; does nothing if there is only one. */
  goToOther(): void {
    const { focused, order } = this.panes.current
    const other = order.find((id) => id !== focused)
    if (other === undefined) return
    this.#app.panes.arrange({ type: 'focused', pane: other })
    this.#focusField()
  }

  #focusField(): void {
    void tick().then(() => this.focused.field?.focus())
  }
}
