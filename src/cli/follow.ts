import type { AppError } from '../shared/app-error.ts'
import type { Client } from '../client/client.ts'
import type { ConversationSnapshot } from '../shared/conversation/conversation.ts'
import type { ClientEvent, ClientEventOf } from '../shared/protocol/events.ts'
import type { ConversationId } from '../shared/ids.ts'
import type { Message } from '../shared/messages/message.ts'
import { ok, type Result } from '../shared/result.ts'
import type { StateView } from '../shared/conversation/state-view.ts'

/** The current state of a conversation. */
export interface FollowedConversation {
  readonly id: ConversationId
  readonly state: StateView
  readonly messages: readonly Message[]
}

export interface FollowOptions {
  /** Called after each step. `fresh`: its messages. */
  readonly onStep: (followed: FollowedConversation, fresh: readonly Message[]) => void
  readonly onStreamed?: (event: ClientEventOf<'conversation.streamed'>) => void
  /** Called for other events of the conversation. */
  readonly onOther?: (event: OtherEvent) => void
  /** Called at most once: it was deleted or set aside, or could not be opened again. No step follows. */
  readonly onLost?: (error: AppError) => void
  /** Ends the following: nothing is called any more, and the host may unload the conversation. */
  readonly signal: AbortSignal
}

export type OtherEvent = Exclude<
  Extract<ClientEvent, { epoch: number }>,
  { type: 'conversation.streamed' }
>

/**
 * Opens a conversation and reports each of its steps, starting with the current state. If a step is missing, or the list
 * says that nothing more will come, it opens the conversation again.
 */
export async function follow(
  client: Client,
  conversationId: ConversationId,
  { onLost, onOther, onStep, onStreamed, signal }: FollowOptions,
): Promise<Result<ConversationSnapshot, AppError>> {
  let at: { epoch: number; seq: number } | null = null
  let messages: readonly Message[] = []
  /** Events that arrived before the answer to `open` was read. */
  let early: ClientEvent[] = []

  function step(state: StateView, received: readonly Message[]): void {
    const last = messages.at(-1)?.seq ?? 0
    const fresh = received.filter(({ seq }) => seq > last)
    messages = [...messages, ...fresh]
    onStep({ id: conversationId, state, messages }, fresh)
  }

  async function open(): Promise<Result<ConversationSnapshot, AppError>> {
    at = null
    const opened = await client.request('conversation.open', { conversationId })
    if (!opened.ok || signal.aborted) return opened
    const { epoch, seq, state } = opened.value
    at = { epoch, seq }
    step(state, [...opened.value.messages, ...opened.value.unsaved])
    const missed = early
    early = []
    for (const event of missed) onEvent(event)
    return ok(opened.value)
  }

  async function reopen(): Promise<void> {
    const opened = await open()
    if (opened.ok || signal.aborted) return
    forget()
    onLost?.(opened.error)
  }

  function onEvent(event: ClientEvent): void {
    const isItsEnd = endsFeed(event, conversationId)
    const isStep = 'epoch' in event && event.conversationId === conversationId
    if (!isItsEnd && !isStep) return
    if (at === null) return void early.push(event)
    if (isItsEnd) return void reopen()
    if (!isStep || event.epoch !== at.epoch) return
    if (event.type === 'conversation.streamed') return onStreamed?.(event)
    onOther?.(event)
    if (event.type === 'conversation.unsaved') step(event.state, event.messages)
    if (event.type !== 'conversation.stepped' || event.seq <= at.seq) return
    if (event.after !== at.seq) return void reopen()
    at = { ...at, seq: event.seq }
    step(event.state, event.messages)
  }

  const forget = client.onEvent(onEvent)
  const leave = (): void => {
    forget()
    void client.request('conversation.leave', { conversationId })
  }
  signal.addEventListener('abort', leave, { once: true })
  const opened = await open()
  if (!opened.ok) forget()
  return opened
}

/** True if the list says that the conversation was deleted or set aside: its feed has ended. */
function endsFeed(event: ClientEvent, id: ConversationId): boolean {
  if (event.type === 'list.removed') return event.conversationId === id
  return (
    event.type === 'list.changed' &&
    event.summary.id === id &&
    event.summary.activity === 'setAside'
  )
}
