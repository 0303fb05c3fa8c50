import { getContext, setContext } from 'svelte'
import type { App } from '../../state/app.ts'
import { type Readable, readable } from '../../state/bridge.svelte.ts'
import type { Route } from '../../state/composer/outgoing.ts'
import type { PaneId } from '../../state/panes/panes.ts'
import type { Thread, ThreadStore } from '../../../client/conversation/thread.ts'
import type { AppCommand } from '../commands/app-commands.ts'
import type { OfferedCommands } from '../commands/offered-commands.svelte.ts'

/** What the window asks of the message field of a pane. */
interface MessageField {
  focus(): void
  /** What stands there goes out this way, or is done where it names a command. */
  submit(route: Route): void
}

/** One conversation on the screen, as its components see it. */
export class Pane {
  readonly id: PaneId
  readonly store: ThreadStore
  readonly thread: Readable<Thread>
  /** Null: there is none, as in the form for a new conversation. */
  field: MessageField | null = null
  /** Puts the keyboard into the field that finds; null: no conversation is shown. */
  focusFind: (() => void) | null = null
  private readonly app: App
  private readonly commands: OfferedCommands
  private readonly panes: Readable<ReturnType<App['panes']['store']['getState']>>

  constructor(id: PaneId, app: App, commands: OfferedCommands) {
    this.id = id
    this.app = app
    this.commands = commands
    this.store = app.panes.threads[id]
    this.thread = readable(this.store.store)
    this.panes = readable(app.panes.store)
  }

  /** It has the keys. */
  get isFocused(): boolean {
    return this.panes.current.focused === this.id
  }

  /** Another one stands beside it. */
  get hasOther(): boolean {
    return this.panes.current.order.length === 2
  }

  /** The other one waits: there is room for one. */
  get isOtherHidden(): boolean {
    return this.hasOther && this.panes.current.isNarrow
  }

  /** As `OfferedCommands.offer`, while this pane has the keys. */
  offer(command: AppCommand, run: () => void, whyNot: string | null = null): () => void {
    return this.isFocused ? this.commands.offer(command, run, whyNot) : withdrawNothing
  }

  /** A name of something in it, which differs from the same beside it. */
  nameOf(what: string): string {
    const { order } = this.panes.current
    if (order.length === 1) return what
    return order[0] === this.id ? `${what}, left` : `${what}, right`
  }

  takeKeys(): void {
    if (!this.isFocused) this.app.panes.arrange({ type: 'focused', pane: this.id })
  }

  /** Whether what happens to this element is for this pane: it is in it, or in none while this one has the keys. */
  takes(target: EventTarget | null): boolean {
    const within = target instanceof Element ? target.closest<HTMLElement>('[data-pane]') : null
    return within === null ? this.isFocused : within.dataset['pane'] === this.id
  }
}

const KEY = Symbol('pane')

export function setPane(pane: Pane): void {
  setContext(KEY, pane)
}

/** The pane that a component stands in; null: it stands in none, a dialog of the window say. */
export function findPane(): Pane | null {
  return getContext<Pane | undefined>(KEY) ?? null
}

export function getPane(): Pane {
  const pane = findPane()
  if (pane === null) throw new Error('This component stands in a pane.')
  return pane
}

function withdrawNothing(): void {}
