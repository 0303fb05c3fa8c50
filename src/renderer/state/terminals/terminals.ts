import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../../shared/app-error.ts'
import type { TerminalSize } from '../../../shared/conversation/terminal.ts'
import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { Client } from '../../../client/client.ts'
import { type Drawing, TerminalLine } from './terminal-line.ts'
import { BEFORE_RECONNECT, type TerminalLists, withList } from './terminal-lists.ts'

export interface Terminals {
  readonly store: Pick<StoreApi<TerminalLists>, 'getState' | 'subscribe'>
  /** Follows the terminals of this conversation from now on. */
  look(conversationId: ConversationId): void
  open(conversationId: ConversationId, size: TerminalSize): Promise<Result<WorkId, AppError>>
  close(terminalId: WorkId): Promise<Result<unknown, AppError>>
  lastCommand(terminalId: WorkId): Promise<string>
  /** Draws this terminal from now on, until `undraw`. The returned line takes the input. */
  draw(terminalId: WorkId, drawing: Drawing): TerminalLine
  undraw(line: TerminalLine): void
  /** The connection to the host is a new one. */
  reopen(): void
}

export function createTerminals(client: Pick<Client, 'request' | 'onEvent'>): Terminals {
  const store = createStore<TerminalLists>(() => new Map())
  const looked = new Set<ConversationId>()
  const lines = new Set<TerminalLine>()

  async function look(conversationId: ConversationId): Promise<void> {
    looked.add(conversationId)
    const answer = await client.request('terminal.list', { conversationId })
    if (answer.ok) store.setState(withList(store.getState(), conversationId, answer.value), true)
  }

  client.onEvent((event) => {
    if (event.type === 'conversation.terminals') {
      const { conversationId, terminals, version } = event
      const list = { terminals, version }
      store.setState(withList(store.getState(), conversationId, list), true)
    }
    if ('terminalId' in event)
      for (const line of lines) if (line.terminalId === event.terminalId) line.take(event)
  })

  return {
    store,
    look: (conversationId) => void look(conversationId),
    async open(conversationId, size) {
      const terminalId = WorkId.parse(crypto.randomUUID())
      const answer = await client.request('terminal.open', { conversationId, terminalId, size })
      return answer.ok ? { ok: true, value: terminalId } : answer
    },
    close: (terminalId) => client.request('terminal.close', { terminalId }),
    async lastCommand(terminalId) {
      const answer = await client.request('terminal.lastCommand', { terminalId })
      return answer.ok ? answer.value.text : ''
    },
    draw(terminalId, drawing) {
      const line = new TerminalLine(terminalId, client, drawing)
      lines.add(line)
      line.attach()
      return line
    },
    undraw(line) {
      const { terminalId } = line
      line.end()
      lines.delete(line)
      const isDrawn = [...lines].some((each) => each.terminalId === terminalId)
      if (!isDrawn) void client.request('terminal.detach', { terminalId })
    },
    reopen() {
      // A restarted host counts its versions from the beginning.
      const stale = [...store.getState()].map(
        ([id, list]) => [id, { ...list, version: BEFORE_RECONNECT }] as const,
      )
      store.setState(new Map(stale), true)
      for (const conversationId of looked) void look(conversationId)
      for (const line of lines) line.attach()
    },
  }
}
