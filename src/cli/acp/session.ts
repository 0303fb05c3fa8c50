import { compactionIn } from '../../client/compact-call.ts'
import {
  type ContentBlock,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type StopReason,
} from '@agentclientprotocol/sdk'
import type { AppError } from '../../shared/app-error.ts'
import type { ClientEventOf } from '../../shared/protocol/events.ts'
import { type ConversationId, MessageId } from '../../shared/ids.ts'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import { activeMessages } from '../../shared/messages/active-messages.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { isAtRest } from '../../shared/conversation/state-view.ts'
import { ownCommandsOf, textToSend } from '../../client/own-command.ts'
import { wholeHistory } from '../../client/export/whole-history.ts'
import { AskAnswerer } from '../answer-asks.ts'
import { follow, type FollowedConversation, type OtherEvent } from '../follow.ts'
import { clientAnswerer } from './ask-client.ts'
import { readPrompt } from './prompt-content.ts'
import { RunningCall } from './running-call.ts'
import { endOf } from './stop-reason.ts'
import { type SessionPeer, UpdateQueue } from './update-queue.ts'
import { changeOf, type Choices, commandsOf, modesOf, optionsOf } from './session-options.ts'

/** Maximum number of messages of a loaded session that wait for its client. */
const REPLAYED_TOGETHER = 100

/** The prompt in progress. */
interface Turn {
  readonly messageId: MessageId
  hasBegun: boolean
  isCancelled: boolean
  readonly end: (result: StopReason | RequestError) => void
}

/** A conversation as a session of the protocol: its messages go to the client in order, one update at a time. */
export class Session {
  readonly id: ConversationId
  readonly #by: SessionPeer
  readonly #snapshot: ConversationSnapshot
  readonly #queue: UpdateQueue
  readonly #running: RunningCall
  readonly #settings: () => SettingsView
  readonly #following: AbortController
  readonly #answerer: AskAnswerer
  readonly #ownCommands: ReturnType<typeof ownCommandsOf>
  #choices: Choices
  #limitTokens: number
  #turn: Turn | null = null
  /** Resolves when the prompt's message is stored or refused, and stopped if it was cancelled. Never rejects. */
  #begun: Promise<unknown> = Promise.resolve()
  #title: string
  /** True once it has a message, sent from here or elsewhere. */
  hasBegun: boolean

  private constructor(
    by: SessionPeer,
    snapshot: ConversationSnapshot,
    settings: () => SettingsView,
    following: AbortController,
  ) {
    const { id, folder, hasBegun, title } = snapshot.summary
    this.#by = by
    this.id = id
    this.#title = title
    this.hasBegun = hasBegun
    this.#snapshot = snapshot
    this.#choices = snapshot
    this.#limitTokens = snapshot.use.limitTokens
    this.#queue = new UpdateQueue(by, id, folder)
    this.#running = new RunningCall(this.#queue)
    this.#settings = settings
    this.#following = following
    this.#ownCommands = ownCommandsOf(by.client)
    const { capabilities, client, peer } = by
    this.#answerer = new AskAnswerer(
      client,
      clientAnswerer({ client, peer, capabilities, sessionId: id, folder }),
    )
  }

  /** Opens a conversation. Earlier messages are not sent; `replay` does that. */
  static async open(
    by: SessionPeer,
    id: ConversationId,
    settings: () => SettingsView,
  ): Promise<Session> {
    const following = new AbortController()
    const early: (() => void)[] = []
    let session: Session | null = null
    const whenOpen = (tell: (session: Session) => void): void => {
      if (session !== null) tell(session)
      else early.push(() => session !== null && tell(session))
    }
    let isFirst = true
    const opened = await follow(by.client, id, {
      onStep(followed, fresh) {
        const news = isFirst ? [] : fresh
        isFirst = false
        whenOpen((each) => each.#step(followed, news))
      },
      onStreamed: (event) => whenOpen((each) => each.#queue.addStreamed(event)),
      onOther: (event) => whenOpen((each) => each.#onOther(event)),
      onLost: (error) => whenOpen((each) => each.#lose(error)),
      signal: following.signal,
    })
    if (!opened.ok) {
      const { code, message } = opened.error
      throw code === 'notFound'
        ? RequestError.sessionNotFound(id)
        : RequestError.internalError(undefined, message)
    }
    session = new Session(by, opened.value, settings, following)
    for (const each of early) each()
    return session
  }

  /** Returns the client's initial data for the session. */
  setUp(): {
    readonly modes: ReturnType<typeof modesOf>
    readonly configOptions: SessionConfigOption[]
  } {
    void this.#offerCommands()
    return { modes: modesOf(this.#choices), configOptions: this.#options() }
  }

  #options(): SessionConfigOption[] {
    return optionsOf(this.#choices, this.#settings())
  }

  /** Sends all messages from before the client opened the session. */
  async replay(): Promise<void> {
    const snapshot = this.#snapshot
    const loaded = { ...snapshot, conversationId: this.id }
    const whole = await wholeHistory(this.#by.client, loaded, () => true)
    if (whole?.ok === false) throw RequestError.internalError(undefined, whole.error.message)
    const all = [...(whole?.value.messages ?? []), ...snapshot.unsaved]
    for (const [at, message] of activeMessages(all).entries()) {
      if (at % REPLAYED_TOGETHER === 0) await this.#queue.allSent()
      this.#queue.addMessage(message)
    }
    await this.#queue.allSent()
  }

  /** Runs a prompt to its end. `signal`: aborts when the client cancels it. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    if (this.#turn !== null) {
      throw RequestError.invalidRequest(
        undefined,
        'This session is still working on another prompt.',
      )
    }
    const messageId = MessageId.parse(crypto.randomUUID())
    const ended = new Promise<StopReason | RequestError>((resolve) => {
      this.#turn = { messageId, hasBegun: false, isCancelled: false, end: resolve }
    })
    const cancel = (): void => this.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const beginning = this.#begin(blocks, messageId)
      this.#begun = beginning.catch(() => undefined)
      await beginning
      const result = await ended
      await this.#queue.allSent()
      if (result instanceof RequestError) throw result
      return { stopReason: result }
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#turn = null
    }
  }

  async #begin(blocks: readonly ContentBlock[], messageId: MessageId): Promise<void> {
    const { client } = this.#by
    const conversationId = this.id
    const content = await readPrompt(client, blocks)
    if (!content.ok) throw RequestError.invalidParams(undefined, content.error)
    const { attachments, text: typed } = content.value
    if (this.#isCancelled()) return this.#turn?.end('cancelled')
    const compaction = compactionIn(typed)
    if (compaction !== null) {
      if (this.#turn !== null) this.#turn.hasBegun = true
      const compacted = await client.request('turn.compact', { conversationId, ...compaction })
      if (!compacted.ok) throw RequestError.invalidRequest(undefined, compacted.error.message)
    } else {
      const text = await textToSend(typed, () => this.#ownCommands(conversationId))
      if (this.#isCancelled()) return this.#turn?.end('cancelled')
      if (!text.ok) throw RequestError.invalidRequest(undefined, text.error)
      const message = { conversationId, messageId, text: text.value, attachments } as const
      const sent = await client.request('message.send', { ...message, mode: 'policy' })
      // A cancelled prompt ends as cancelled, even if it could not start.
      if (!sent.ok && this.#isCancelled()) return this.#turn?.end('cancelled')
      if (!sent.ok) throw RequestError.invalidRequest(undefined, sent.error.message)
      // Its step may come later than this answer.
      this.hasBegun = true
    }
    // A stop overtakes the message: one that came before the turn started found nothing to stop.
    if (this.#isCancelled()) await client.cancel(conversationId)
  }

  #isCancelled(): boolean {
    return this.#turn?.isCancelled ?? false
  }

  cancel(): void {
    if (this.#turn !== null) this.#turn.isCancelled = true
    void this.#by.client.cancel(this.id)
  }

  /** Sets one of the options that `setUp` returned. */
  async choose(option: string, value: unknown): Promise<SessionConfigOption[]> {
    const change = changeOf(option, value)
    if (!change.ok) throw RequestError.invalidParams(undefined, change.error)
    const configured = await this.#by.client.request('conversation.configure', {
      conversationId: this.id,
      ...change.value,
    })
    if (!configured.ok) throw RequestError.invalidParams(undefined, configured.error.message)
    return this.#options()
  }

  /** Sends the client nothing more, because it will open the session again. */
  leave(): void {
    // The end of its turn will no longer be seen here.
    this.#turn?.end('cancelled')
    this.#queue.close()
    this.#answerer.close()
    this.#following.abort()
  }

  /** Stops the work started here. A conversation without messages is deleted. */
  async close(): Promise<void> {
    if (this.#turn !== null) {
      this.#turn.isCancelled = true
      await this.#by.client.cancel(this.id)
      // A message on its way is stopped when it has arrived: the connection must last for that.
      await this.#begun
    }
    this.leave()
    if (this.hasBegun) return
    await this.#by.client.request('conversation.delete', { conversationId: this.id })
  }

  retitle(title: string): void {
    if (title === this.#title) return
    this.#title = title
    this.#queue.add({ sessionUpdate: 'session_info_update', title })
  }

  #step(followed: FollowedConversation, fresh: readonly Message[]): void {
    if (fresh.length > 0) this.hasBegun = true
    for (const message of fresh) {
      // The client itself shows what was typed in it.
      if (message.id !== this.#turn?.messageId) this.#queue.addMessage(message)
      else this.#turn.hasBegun = true
    }
    this.#running.step(followed.state)
    this.#answerer.look(followed)
    const { state } = followed
    if (state.type === 'llmRequesting' && state.phase.type === 'backoff') {
      this.#queue.add({ sessionUpdate: 'note', text: `Trying again: ${state.phase.message}` })
    }
    const turn = this.#turn
    if (turn?.hasBegun === true && isAtRest(state)) turn.end(endOf(state, followed.messages))
  }

  /** The conversation is gone: a prompt that waits for it fails. */
  #lose({ message }: AppError): void {
    this.#answerer.close()
    this.#turn?.end(RequestError.internalError(undefined, message))
  }

  #onOther(event: OtherEvent): void {
    if (event.type === 'conversation.printed') this.#running.print(event)
    if (event.type === 'conversation.configured') this.#reportChoices(event)
    if (event.type === 'conversation.stepped') this.#reportUse(event)
  }

  #reportUse({ limits, usedTokens }: ClientEventOf<'conversation.stepped'>): void {
    if (limits !== undefined) this.#limitTokens = limits.limitTokens
    if (usedTokens === undefined) return
    this.#queue.add({ sessionUpdate: 'usage_update', used: usedTokens, size: this.#limitTokens })
  }

  #reportChoices(event: ClientEventOf<'conversation.configured'>): void {
    this.#choices = event
    this.#queue.add(
      { sessionUpdate: 'current_mode_update', currentModeId: event.permissionMode },
      { sessionUpdate: 'config_option_update', configOptions: this.#options() },
    )
  }

  async #offerCommands(): Promise<void> {
    const availableCommands = commandsOf(await this.#ownCommands(this.id))
    this.#queue.add({ sessionUpdate: 'available_commands_update', availableCommands })
  }
}
