import { assertNever } from '../../src/shared/assert-never.ts'
import type { AppError } from '../../src/shared/app-error.ts'
import { type CommandInput, type CommandName } from '../../src/shared/protocol/commands.ts'
import { ConversationSnapshot } from '../../src/shared/conversation/conversation.ts'
import type { ClientEvent } from '../../src/shared/protocol/events.ts'
import type { ClientFrame, HostFrame } from '../../src/shared/protocol/frames.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Result } from '../../src/shared/result.ts'
import type { App } from '../app.ts'
import { Replica } from '../oracles/replica.ts'

type Answer = (result: Result<unknown, AppError>) => void

export interface ClientWatch {
  /** Called for a frame in transit; throws if the connection does. */
  carrying(): void
  /** The app has closed the connection. */
  cutOff(): void
  /** Called for every frame that arrives. */
  heard(frame: HostFrame): void
  opened(id: ConversationId, snapshot: ConversationSnapshot): void
  setAside(client: SimulatedClient, id: ConversationId): void
  /** The conversation, and those of its sub-agents. */
  familyOf(id: ConversationId): readonly ConversationId[]
  complain(promise: string, facts: string): void
  reconnected(missed: boolean): void
}

/** A window: speaks in frames through the real server side, and relies on frames only. */
export class SimulatedClient {
  readonly name: string
  readonly replicas = new Map<ConversationId, Replica>()
  readonly #watch: ClientWatch
  #app: App | null = null
  #speak: (frame: ClientFrame) => void = () => {}
  #hangUp: () => void = () => {}
  readonly #waiting = new Map<number, Answer>()
  #lastId = 0
  /** Conversations that were set aside when they were opened. */
  readonly #aside = new Set<ConversationId>()
  /** Conversations deleted, as far as this client knows. */
  readonly #deleted = new Set<ConversationId>()
  readonly #opening = new Map<ConversationId, object>()
  /** Kept across a lost connection, to compare with later snapshots. */
  readonly #remembered = new Map<ConversationId, Replica>()

  constructor(name: string, watch: ClientWatch) {
    this.name = name
    this.#watch = watch
  }

  get isConnected(): boolean {
    return this.#app !== null && !this.#app.isOver
  }

  connect(app: App): void {
    this.#app = app
    const closing: (() => void)[] = []
    const listeners: ((frame: ClientFrame) => void)[] = []
    let isOpen = true
    this.#speak = (frame) => {
      for (const listener of listeners) if (isOpen) listener(frame)
    }
    this.#hangUp = () => {
      if (!isOpen) return
      isOpen = false
      for (const listener of closing) listener()
    }
    app.attach({
      send: (frame) => {
        if (!isOpen || app.isOver) return
        this.#watch.carrying()
        this.#hear(frame)
      },
      onFrame: (listener) => listeners.push(listener),
      onClose: (listener) => closing.push(listener),
      close: () => {
        if (!isOpen) return
        this.disconnect()
        if (!app.isOver) this.#watch.cutOff()
      },
    })
    this.request('app.open', {}, () => {})
  }

  /** Cuts the connection; everything shown stays in memory. */
  disconnect(): void {
    if (this.isConnected) this.#hangUp()
    this.#app = null
    for (const [id, replica] of this.replicas) this.#remembered.set(id, replica)
    this.replicas.clear()
    this.#aside.clear()
    this.#deleted.clear()
    this.#waiting.clear()
  }

  request<Name extends CommandName>(command: Name, input: CommandInput<Name>, then: Answer): void {
    if (!this.isConnected) return
    const id = ++this.#lastId
    this.#waiting.set(id, then)
    this.#speak({ type: 'request', id, command, input })
  }

  cancel(conversationId: ConversationId, then: Answer): void {
    if (!this.isConnected) return
    const id = ++this.#lastId
    this.#waiting.set(id, then)
    this.#speak({ type: 'cancel', id, conversationId })
  }

  open(id: ConversationId): void {
    const opening = {}
    this.#opening.set(id, opening)
    this.request('conversation.open', { conversationId: id }, (result) => {
      // It was closed, or opened again, before the answer came.
      if (this.#opening.get(id) !== opening) return
      if (!result.ok) {
        if (result.error.code === 'setAside') this.#loses(id)
        return
      }
      this.#aside.delete(id)
      ConversationSnapshot.parse(result.value)
      // The raw value: parsing changes the order of keys.
      const snapshot = result.value as ConversationSnapshot
      this.#watch.opened(id, snapshot)
      const before = this.replicas.get(id) ?? this.#remembered.get(id) ?? null
      this.#watch.reconnected(before !== null && before.seq < snapshot.seq)
      const replica = new Replica(snapshot, before, (promise, facts) => {
        this.#watch.complain(promise, `${this.name}: ${facts}`)
      })
      this.replicas.set(id, replica)
      const early = this.#early.splice(0)
      this.#early.push(...early.filter((event) => idOf(event) !== id))
      for (const event of early) if (idOf(event) === id) this.#follow(event)
    })
  }

  #loses(id: ConversationId): void {
    const replica = this.replicas.get(id)
    if (replica !== undefined) this.#remembered.set(id, replica)
    this.replicas.delete(id)
    this.#aside.add(id)
    this.#watch.setAside(this, id)
  }

  #lose(deleted: ConversationId): void {
    this.#deleted.add(deleted)
    const family = this.#watch.familyOf(deleted)
    const early = this.#early.splice(0)
    this.#early.push(...early.filter((event) => !family.some((id) => id === idOf(event))))
    for (const id of family) {
      const replica = this.replicas.get(id)
      if (replica !== undefined) this.#remembered.set(id, replica)
      this.replicas.delete(id)
    }
  }

  leave(id: ConversationId): void {
    const replica = this.replicas.get(id)
    if (replica !== undefined) this.#remembered.set(id, replica)
    this.replicas.delete(id)
    this.#opening.delete(id)
    this.request('conversation.leave', { conversationId: id }, () => {})
  }

  /** Events of a subscription whose snapshot has not arrived yet. */
  readonly #early: ClientEvent[] = []

  #hear(frame: HostFrame): void {
    this.#watch.heard(frame)
    if (frame.type !== 'response') return this.#follow(frame)
    const answer = this.#waiting.get(frame.id)
    this.#waiting.delete(frame.id)
    answer?.(frame.result)
  }

  #follow(event: ClientEvent): void {
    switch (event.type) {
      case 'conversation.stepped':
      case 'conversation.unsaved':
      case 'conversation.waiting':
      case 'conversation.configured': {
        const replica = this.replicas.get(event.conversationId)
        if (this.#deleted.has(event.conversationId))
          this.#watch.complain('I35 nothing is told of a deleted conversation', event.type)
        if (replica === undefined || event.epoch > replica.epoch) this.#early.push(event)
        else if (event.epoch === replica.epoch) replica.follow(event)
        return
      }
      case 'list.changed': {
        const { activity, id } = event.summary
        const isBack = this.#deleted.delete(id)
        const isShown =
          activity === 'setAside' ? this.replicas.has(id) : this.#aside.has(id) || isBack
        // A client never sends anything within the step that it receives.
        if (isShown) queueMicrotask(() => this.open(id))
        return
      }
      case 'list.removed':
        return this.#lose(event.conversationId)
      case 'conversation.streamed':
      case 'conversation.callGrew': {
        const replica = this.replicas.get(event.conversationId)
        if (replica?.epoch === event.epoch) replica.checkStreamed(event)
        return
      }
      case 'conversation.silent':
      case 'conversation.printed':
      case 'conversation.hooks':
      case 'conversation.orphans':
      case 'conversation.jobs':
      case 'conversation.jobEnded':
      case 'conversation.shell':
      case 'conversation.shellPrinted':
      case 'conversation.drafted':
      case 'conversation.terminals':
      case 'terminal.screen':
      case 'terminal.printed':
      case 'terminal.resized':
      case 'conversation.folder':
      case 'settings.changed':
      case 'rules.changed':
      case 'host.faulted':
      case 'host.storage':
      case 'link.opened':
      case 'menu.chosen':
      case 'editor.asked':
        return
      default:
        assertNever(event)
    }
  }
}

function idOf(event: ClientEvent): ConversationId | null {
  return 'conversationId' in event ? event.conversationId : null
}
