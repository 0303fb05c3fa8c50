import { appError, type AppError } from '../../../shared/app-error.ts'
import type { Terminal, TerminalSize } from '../../../shared/conversation/terminal.ts'
import { MAX_TERMINALS } from '../../../shared/conversation/terminal-limits.ts'
import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ConversationFeed } from '../conversation/feed/conversation-feed.ts'
import type { Timers } from '../ports/ports.ts'
import type { OpenTerminal, TerminalEnder, TerminalPort, TerminalRequest } from './terminal-port.ts'
import { Viewer } from './viewer.ts'

type Done = Result<Record<string, never>, AppError>

/** A client that shows terminals. */
export interface TerminalClient {
  readonly push: (event: ClientEvent) => void
  /** Adds a listener; the returned function removes it. */
  onClose(listener: () => void): () => void
}

interface Kept {
  readonly conversationId: ConversationId
  /** Where its shell was started. */
  readonly folder: string
  /** Its current form for clients, published once it is open. */
  view: Terminal
  /** The size that was ordered last; the view has it once the terminal has. */
  ordered: TerminalSize
  /** Null while it is being opened. */
  open: OpenTerminal | null
  readonly viewers: Map<TerminalClient, Attached>
  /** True once it was ordered to end. */
  isClosed: boolean
}

interface Attached {
  readonly viewer: Viewer
  /** Removes the listener for the end of its client. */
  readonly stopWaiting: () => void
}

export interface TerminalsParts {
  readonly port: TerminalPort
  readonly timers: Pick<Timers, 'start'>
  /** Null if nobody watches the conversation. */
  feedOf(conversationId: ConversationId): ConversationFeed | null
}

/** The pause before a screen that could not be read is read again (ms). */
const RETRY_MS = 1_000

const GONE = appError('notFound', 'This terminal is closed.')
const CLOSING = appError('closing', 'Phoenix is closing, so nothing was started.')
const TOO_MANY = appError(
  'invalidInput',
  `${MAX_TERMINALS} terminals are open here. Close one first.`,
)

/**
 * People's terminals, independent of the turns of conversations. The machine does not know them, no Stop ends them, and
 * no tool reaches them: only a client's command writes to one (docs/decisions/121).
 */
export class Terminals implements TerminalEnder {
  readonly #parts: TerminalsParts
  readonly #all = new Map<WorkId, Kept>()
  #version = 0
  #hasEnded = false

  constructor(parts: TerminalsParts) {
    this.#parts = parts
  }

  list(conversationId: ConversationId): {
    readonly terminals: readonly Terminal[]
    readonly version: number
  } {
    const listed = this.#of(conversationId).filter(({ open }) => open !== null)
    return { terminals: listed.map(({ view }) => view), version: this.#version }
  }

  async open(request: TerminalRequest): Promise<Done> {
    const { conversationId, folder, size, terminalId } = request
    const { missing, shellName } = this.#parts.port
    if (missing !== null) return failed(appError('invalidInput', missing))
    if (this.#hasEnded) return failed(CLOSING)
    if (this.#all.has(terminalId)) return ok({})
    if (this.#of(conversationId).length >= MAX_TERMINALS) return failed(TOO_MANY)
    const viewers = new Map<TerminalClient, Attached>()
    const view: Terminal = { id: terminalId, title: shellName, size, phase: { type: 'running' } }
    const begun = { ordered: size, open: null, isClosed: false }
    const kept: Kept = { conversationId, folder, view, viewers, ...begun }
    this.#all.set(terminalId, kept)
    const opened = await this.#parts.port.open(request, {
      onPrinted: (from, text) => {
        for (const { viewer } of viewers.values()) viewer.printed(from, text)
      },
      onResized: (resized) => {
        for (const { viewer } of viewers.values()) viewer.resized(resized)
        this.#change(kept, { size: resized })
      },
      onTitled: (title) => this.#change(kept, { title: title === '' ? shellName : title }),
      onEnded: (end) => this.#ended(terminalId, kept, end),
    })
    if (!opened.ok) {
      this.#all.delete(terminalId)
      return failed(appError('invalidInput', opened.error))
    }
    kept.open = opened.value
    if (kept.isClosed) {
      await this.#end(terminalId, kept)
      return failed(GONE)
    }
    this.#publish(kept)
    return ok({})
  }

  /** Sends output to the client. Repeated, it sends the whole screen again. */
  attach(terminalId: WorkId, client: TerminalClient): Done {
    const kept = this.#all.get(terminalId)
    if (kept?.open == null) return failed(GONE)
    const { open, viewers } = kept
    const known = viewers.get(client)
    const viewer = known?.viewer ?? this.#viewerOf(terminalId, kept, open, client)
    if (known === undefined) {
      const stopWaiting = client.onClose(() => this.detach(terminalId, client))
      viewers.set(client, { viewer, stopWaiting })
    }
    void viewer.show()
    return ok({})
  }

  detach(terminalId: WorkId, client: TerminalClient): void {
    const viewers = this.#all.get(terminalId)?.viewers
    viewers?.get(client)?.stopWaiting()
    viewers?.delete(client)
  }

  write(terminalId: WorkId, data: string): Done {
    const open = this.#all.get(terminalId)?.open
    if (open == null) return failed(GONE)
    open.write(data)
    return ok({})
  }

  resize(terminalId: WorkId, size: TerminalSize): void {
    const kept = this.#all.get(terminalId)
    if (kept?.open == null) return
    const { columns, rows } = kept.ordered
    if (columns === size.columns && rows === size.rows) return
    kept.ordered = size
    kept.open.resize(size)
  }

  drawn(terminalId: WorkId, client: TerminalClient, until: number): void {
    this.#all.get(terminalId)?.viewers.get(client)?.viewer.drawn(until)
  }

  async lastCommand(terminalId: WorkId): Promise<string> {
    return (await this.#all.get(terminalId)?.open?.lastCommand()) ?? ''
  }

  /** Removes it from the list at once; resolves when its processes are gone, or given up and listed as left over. */
  async closeOne(terminalId: WorkId): Promise<void> {
    const kept = this.#all.get(terminalId)
    if (kept !== undefined) await this.#end(terminalId, kept)
  }

  endIn(conversationId: ConversationId): void {
    this.#endThose((kept) => kept.conversationId === conversationId)
  }

  /** Tells all terminals that were opened in folders that are gone to end: those of forks, too. */
  endWithin(isWithin: (folder: string) => boolean): void {
    this.#endThose((kept) => isWithin(kept.folder))
  }

  async close(): Promise<void> {
    this.#hasEnded = true
    await Promise.all([...this.#all].map(([id, kept]) => this.#end(id, kept)))
    this.#parts.port.close()
  }

  #viewerOf(terminalId: WorkId, kept: Kept, open: OpenTerminal, client: TerminalClient): Viewer {
    const isWatched = (): boolean =>
      kept.view.phase.type === 'running' && kept.viewers.get(client)?.viewer === viewer
    const viewer = new Viewer({
      terminalId,
      push: client.push,
      readScreen: () => open.screen(),
      later: (run) => {
        this.#parts.timers.start(RETRY_MS, () => {
          if (isWatched()) run()
        })
      },
    })
    return viewer
  }

  #of(conversationId: ConversationId): readonly Kept[] {
    return [...this.#all.values()].filter((kept) => kept.conversationId === conversationId)
  }

  #endThose(isMeant: (kept: Kept) => boolean): void {
    for (const [id, kept] of this.#all) if (isMeant(kept)) void this.#end(id, kept)
  }

  async #end(terminalId: WorkId, kept: Kept): Promise<void> {
    kept.isClosed = true
    // One that is being opened ends once it is open.
    if (kept.open === null) return
    this.#all.delete(terminalId)
    for (const { stopWaiting } of kept.viewers.values()) stopWaiting()
    kept.viewers.clear()
    this.#publish(kept)
    await kept.open.end()
  }

  /** Closes the terminal of a shell that a person has ended; one that ended otherwise stays readable. */
  #ended(
    terminalId: WorkId,
    kept: Kept,
    end: { readonly code: number | null; readonly signal: string | null },
  ): void {
    if (end.code === 0) void this.#end(terminalId, kept)
    else this.#change(kept, { phase: { type: 'ended', ...end } })
  }

  #change(kept: Kept, change: Partial<Terminal>): void {
    // Reports may arrive before the port's answer.
    kept.view = { ...kept.view, ...change }
    if (kept.open !== null && !kept.isClosed) this.#publish(kept)
  }

  #publish({ conversationId }: Kept): void {
    this.#version += 1
    const feed = this.#parts.feedOf(conversationId)
    feed?.publish({ type: 'conversation.terminals', ...this.list(conversationId) })
  }
}
