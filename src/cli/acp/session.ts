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
import type { Message } from '../../shared/messages/message.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { isAtRest } from '../../shared/conversation/state-view.ts'
import { ownCommandsOf, textToSend } from '../../client/own-command.ts'
import { AskAnswerer } from '../answer-asks.ts'
import { follow, type FollowedConversation, type OtherEvent } from '../follow.ts'
import { clientAnswerer } from './ask-client.ts'
import { readPrompt } from './prompt-content.ts'
import { replaySession } from './replay-session.ts'
import { RunningCall } from './running-call.ts'
import { endOf, refusalOf } from './stop-reason.ts'
import { type SessionPeer, UpdateQueue } from './update-queue.ts'
import { changeOf, type Choices, commandsOf, modesOf, optionsOf } from './session-options.ts'

/** The prompt in progress. It outlives its session if the client opens that again. */
export interface Turn {
  readonly messageId: MessageId
  hasBegun: boolean
  isCancelled: boolean
  /** Resolves when its message is stored or refused, and stopped if it was cancelled. Never rejects. */
  begun: Promise<unknown>
  /** The session that the client has open. */
  session: Session
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
    const asking = { ...by, sessionId: id, folder }
    const isOurs = (): boolean => this.#turn !== null
    this.#answerer = new AskAnswerer(by.client, clientAnswerer(asking), { isOurs })
  }

  /** Opens a conversation; `replay` sends earlier messages. `turn`: of the session that this one replaces; goes on here. */
  static async open(
    by: SessionPeer,
    id: ConversationId,
    settings: () => SettingsView,
    turn: Turn | null = null,
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
      const error =
        code === 'notFound'
          ? RequestError.sessionNotFound(id)
          : RequestError.internalError(undefined, message)
      turn?.end(error)
      throw error
    }
    session = new Session(by, opened.value, settings, following)
    if (turn !== null) session.#takeOver(turn)
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
  replay(): Promise<void> {
    return replaySession(this.#by.client, this.#snapshot, this.#queue)
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
    const { promise: ended, resolve: end } = Promise.withResolvers<StopReason | RequestError>()
    const begun = Promise.resolve()
    const isCancelled = signal.aborted
    const turn: Turn = { messageId, hasBegun: false, isCancelled, begun, session: this, end }
    this.#turn = turn
    const cancel = (): void => this.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const beginning = this.#begin(blocks, turn)
      turn.begun = beginning.catch(() => undefined)
      await beginning
      const result = await ended
      await turn.session.#queue.allSent()
      if (result instanceof RequestError) throw result
      return { stopReason: result }
    } finally {
      signal.removeEventListener('abort', cancel)
      turn.session.#turn = null
    }
  }

  async #begin(blocks: readonly ContentBlock[], turn: Turn): Promise<void> {
    const { client } = this.#by
    const conversationId = this.id
    const content = await readPrompt(client, blocks)
    if (!content.ok) throw RequestError.invalidParams(undefined, content.error)
    const { attachments, text: typed } = content.value
    if (turn.isCancelled) return turn.end('cancelled')
    const compaction = compactionIn(typed)
    if (compaction !== null) {
      turn.hasBegun = true
      const compacted = await client.request('turn.compact', { conversationId, ...compaction })
      if (!compacted.ok) throw refusalOf(compacted.error)
    } else {
      const text = await textToSend(typed, () => this.#ownCommands(conversationId))
      if (turn.isCancelled) return turn.end('cancelled')
      if (!text.ok) throw RequestError.invalidRequest(undefined, text.error)
      const { messageId } = turn
      const message = { conversationId, messageId, text: text.value, attachments } as const
      const sent = await client.request('message.send', { ...message, mode: 'policy' })
      // A cancelled prompt ends as cancelled, even if it could not start.
      if (!sent.ok && turn.isCancelled) return turn.end('cancelled')
      if (!sent.ok) throw refusalOf(sent.error)
      // Its step may come later than this answer.
      turn.session.hasBegun = true
    }
    // A stop overtakes the message: one that came before the turn started found nothing to stop.
    if (turn.isCancelled) await client.cancel(conversationId)
  }

  #takeOver(turn: Turn): void {
    const { messages, unsaved } = this.#snapshot
    turn.hasBegun ||= [...messages, ...unsaved].some(({ id }) => id === turn.messageId)
    this.hasBegun ||= turn.session.hasBegun
    turn.session = this
    this.#turn = turn
  }

  cancel(): void {
    if (this.#turn !== null) this.#turn.isCancelled = true
    void this.#by.client.cancel(this.id)
  }

  /** Sets one of the options that `setUp` returned. */
  async choose(option: string, value: unknown): Promise<SessionConfigOption[]> {
    const change = changeOf(option, value, this.#settings())
    if (!change.ok) throw RequestError.invalidParams(undefined, change.error)
    const configured = await this.#by.client.request('conversation.configure', {
      conversationId: this.id,
      ...change.value,
    })
    if (!configured.ok) throw RequestError.invalidParams(undefined, configured.error.message)
    return this.#options()
  }

  /** Sends the client nothing more, because it will open the session again. Returns the prompt in progress. */
  leave(): Turn | null {
    this.#queue.close()
    this.#answerer.close()
    this.#following.abort()
    return this.#turn
  }

  /** Stops the work started here. A conversation without messages is deleted. */
  async close(): Promise<void> {
    if (this.#turn !== null) {
      this.#turn.isCancelled = true
      await this.#by.client.cancel(this.id)
      // A message on its way is stopped when it has arrived: the connection must last for that.
      await this.#turn?.begun
    }
    this.leave()?.end('cancelled')
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
