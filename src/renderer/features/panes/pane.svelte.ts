import { getContext, setContext } from 'svelte'
import type { App } from '../../state/app.ts'
import { type Readable, readable } from '../../state/bridge.svelte.ts'
import type { Route } from '../../state/composer/outgoing.ts'
import type { PaneId } from '../../state/panes/panes.ts'
import type { Thread, ThreadStore } from '../../../client/conversation/thread.ts'
import type { AppCommand } from '../commands/app-commands.ts'
import type { OfferedCommands } from '../commands/offered-commands.svelte.ts'

/**
 * The parts of a pane's main field that the window uses: of the message, of a new conversation's folder, or the way on
 * from a conversation that could not be opened.
 */
interface MainField {
  focus(): void
  /** Sends the message this way, or runs the command that it names; null: it holds no message. */
  readonly submit: ((route: Route) => void) | null
}

/** One conversation on the screen, as its components see it. */
export class Pane {
  readonly id: PaneId
  readonly store: ThreadStore
  readonly thread: Readable<Thread>
  /** Null: none is drawn yet. */
  field: MainField | null = null
  /** Focuses the search field; null: no conversation is shown. */
  focusFind: (() => void) | null = null
  readonly #app: App
  readonly #commands: OfferedCommands
  readonly #panes: Readable<ReturnType<App['panes']['store']['getState']>>
  /** What had the focus when the conversation was chosen; null: somebody had gone elsewhere before it could be shown. */
  #chosenFrom: Element | null = document.activeElement

  constructor(id: PaneId, app: App, commands: OfferedCommands) {
    this.id = id
    this.#app = app
    this.#commands = commands
    this.store = app.panes.threads[id]
    this.thread = readable(this.store.store)
    this.#panes = readable(app.panes.store)
    this.store.store.subscribe(({ type }) => {
      if (type === 'opening') this.#chosenFrom = document.activeElement
    })
  }

  /** True if this pane has the focus. */
  get isFocused(): boolean {
    return this.#panes.current.focused === this.id
  }

  /** True unless somebody went elsewhere while the conversation was being opened. */
  get mayTakeFocus(): boolean {
    const now = document.activeElement
    if (now === document.body || now === this.#chosenFrom) return true
    return this.#chosenFrom?.checkVisibility() === false
  }

  /** The conversation that is being opened was made on demand, and somebody went elsewhere before it was there. */
  leaveFocus(): void {
    this.#chosenFrom = null
  }

  /** True if there is a second pane. */
  get hasOther(): boolean {
    return this.#panes.current.order.length === 2
  }

  /** True if the other pane is hidden because only one fits. */
  get isOtherHidden(): boolean {
    return this.hasOther && this.#panes.current.isNarrow
  }

  /** Like `OfferedCommands.offer`, but only while this pane has the focus. */
  offer(command: AppCommand, run: () => void, whyNot: string | null = null): () => void {
    return this.isFocused ? this.#commands.offer(command, run, whyNot) : withdrawNothing
  }

  /** The name of an element in it, which must differ from the one in the other pane. */
  nameOf(what: string): string {
    const { order } = this.#panes.current
    if (order.length === 1) return what
    return order[0] === this.id ? `${what}, left` : `${what}, right`
  }

  /** Returns a function that withdraws it; a newer one stays. */
  setField(field: MainField): () => void {
    this.field = field
    return () => {
      if (this.field === field) this.field = null
    }
  }

  takeKeys(): void {
    if (!this.isFocused) this.#app.panes.arrange({ type: 'focused', pane: this.id })
  }

  /**
   * True if events of this element belong to this pane: the element is in it, or in neither while this one has the
   * focus.
   */
  takes(target: EventTarget | null): boolean {
    const within = target instanceof Element ? target.closest<HTMLElement>('[data-pane]') : null
    return within === null ? this.isFocused : within.dataset['pane'] === this.id
  }
}

const KEY = Symbol('pane')

export function setPane(pane: Pane): void {
  setContext(KEY, pane)
}

/** The pane that contains a component; null: none, for example in a dialog of the window. */
export function findPane(): Pane | null {
  return getContext<Pane | undefined>(KEY) ?? null
}

export function getPane(): Pane {
  const pane = findPane()
  if (pane === null) throw new Error('This component stands in a pane.')
  return pane
}

function withdrawNothing(): void {}
