import { ConversationId, MessageId } from '../../shared/ids.ts'
import { answersIn, type Message } from '../../shared/messages/message.ts'
import { totalSpend } from '../../shared/models/price.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isAtRest } from '../../shared/conversation/state-view.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { ownCommandsOf, textToSend } from '../../client/own-command.ts'
import { AskAnswerer } from '../answer-asks.ts'
import { beginRun } from './begin-run.ts'
import { terminalAnswerer } from './ask-on-terminal.ts'
import { conversationOf, type OpenedApp } from '../conversations.ts'
import { EXIT, EXIT_OF_STOP, type ExitCode, type StopReason } from '../exit-codes.ts'
import { follow, type FollowedConversation } from '../follow.ts'
import { type End, endOfStop, endOfTurn, failure } from './run-end.ts'
import { type UntimedRunEvent, jsonReport, plainReport } from './run-report.ts'
import type { Command, CommandHost, OpenHost, Terminal } from '../terminal.ts'
import { TurnReporter } from './turn-reporter.ts'
import type { Run } from './run-options.ts'
import { withoutButtons } from '../without-buttons.ts'
import { CONNECTION_ENDED, type Entered, tellNotices } from '../with-app.ts'

type Started = Extract<UntimedRunEvent, { readonly type: 'started' }>

/** `phoenix run`. */
export const run: Command = async (flags, words, command) => {
  const { terminal } = command
  const begun = await beginRun(flags, words, command)
  if (!begun.ok && begun.error.type === 'usage') {
    terminal.note(begun.error.sentence)
    return EXIT.usage
  }
  const report = flags.has('json') ? jsonReport(terminal, Date.now) : plainReport(terminal)
  if (!begun.ok) return reportEnd(report, failure(begun.error.sentence), [])
  const { entered, options } = begun.value
  const { host, opened } = entered
  tellNotices(opened, terminal)
  const turn = new OneTurn(entered, options, command, report)
  const gone = host.closed.then((): End => ({ outcome: 'failed', message: CONNECTION_ENDED }))
  const end = await Promise.race([turn.play(), gone])
  turn.close()
  const code = reportEnd(report, end, turn.messages)
  await host.close()
  return turn.stopped === 'readerGone' ? EXIT.done : code
}

const BUSY =
  'The agent is still working in this conversation. Nothing was sent. Wait until it is done, or stop it.'

function reportEnd(
  report: (event: UntimedRunEvent) => void,
  { message, outcome, stopped }: End,
  messages: readonly Message[],
): ExitCode {
  const exitCode = stopped === undefined ? EXIT[outcome] : EXIT_OF_STOP[stopped]
  report({ type: 'ended', outcome, exitCode, message, spend: totalSpend(answersIn(messages)) })
  return exitCode
}

/** Sends a message and follows the turn until the conversation rests. */
class OneTurn {
  /** Why it was stopped by this command; null if it was not. */
  stopped: StopReason | null = null
  /** The messages of the turn. */
  readonly messages: Message[] = []
  readonly #host: OpenHost
  readonly #opened: OpenedApp
  readonly #options: Run
  readonly #terminal: Terminal
  readonly #report: (event: UntimedRunEvent) => void
  readonly #answerer: AskAnswerer
  readonly #news: TurnReporter
  readonly #messageId = MessageId.parse(crypto.randomUUID())
  #conversationId: ConversationId | null = null
  /** The conversation that this command has created; null if it continues one. */
  #created: ConversationId | null = null
  /** Set while a message is sent to a conversation that has not been named yet. */
  #unnamed: Started | null = null
  #hasBegun = false
  #hooksTold: Promise<void> | null = null
  #end: (end: End) => void = nothing
  readonly #after: CommandHost['after']
  #stopTimeout: () => void = nothing
  readonly #following = new AbortController()

  constructor(
    { host, opened }: Entered,
    options: Run,
    { after, terminal }: Pick<CommandHost, 'after' | 'terminal'>,
    report: (event: UntimedRunEvent) => void,
  ) {
    this.#after = after
    this.#host = host
    this.#opened = opened
    this.#options = options
    this.#terminal = terminal
    this.#report = report
    this.#answerer = new AskAnswerer(host.client, terminalAnswerer(host.client, terminal), {
      report,
    })
    this.#news = new TurnReporter(report)
  }

  async play(): Promise<End> {
    const { client } = this.#host
    const ended = new Promise<End>((resolve) => {
      this.#end = resolve
    })
    this.#terminal.onStop((reason) => this.#stop(reason))
    const started = await this.#prepare()
    const text = started.ok ? await this.#textFor(started.value.conversationId) : started
    if (!started.ok || !text.ok || this.#isStopping()) {
      await this.#removeCreated()
      return text.ok ? endOfStop(this.stopped) : failure(text.error)
    }
    this.#unnamed = started.value
    const { conversationId } = started.value
    const { timeoutMs } = this.#options
    const message = {
      conversationId,
      messageId: this.#messageId,
      text: text.value,
      attachments: [],
      mode: 'policy',
    } as const
    this.#conversationId = conversationId
    if (timeoutMs !== null) this.#stopTimeout = this.#after(timeoutMs, () => this.#stop('timeout'))
    const sent = await client.request('message.send', message)
    if (!sent.ok) {
      const { code, message: why } = sent.error
      if (!this.#hasBegun && code !== 'disconnected') {
        this.#unnamed = null
        await this.#removeCreated()
      }
      return failure(code === 'busy' ? BUSY : withoutButtons(why))
    }
    this.#nameConversation()
    // A stop from before the turn started found nothing to stop.
    if (this.#isStopping()) void client.cancel(conversationId)
    const end = await ended
    await this.#hooksTold
    return end
  }

  /** Lets go of the conversation, in which another command may work while this process still runs. */
  close(): void {
    this.#nameConversation()
    this.#stopTimeout()
    this.#conversationId = null
    this.#answerer.close()
    this.#following.abort()
  }

  /** Not before the message is accepted, or may have been: from then on the conversation stays. */
  #nameConversation(): void {
    if (this.#unnamed !== null) this.#report(this.#unnamed)
    this.#unnamed = null
  }

  /** A hook may guard something, so it must not fall silent unnoticed. Reading them takes time that the first answer has not. */
  async #tellChangedHooks(conversationId: ConversationId): Promise<void> {
    const listed = await this.#host.client.request('trust.list', { conversationId })
    if (!listed.ok || this.#following.signal.aborted) return
    for (const { kind, path, trust } of listed.value.files)
      if (kind === 'hooks' && trust === 'changed')
        this.#terminal.note(
          `The hooks in ${visibleText(path)} have changed since they were allowed, so they do not run. Allow them in the app: Settings, Hooks, skills and agents.`,
        )
  }

  #isStopping(): boolean {
    return this.stopped !== null
  }

  #stop(reason: StopReason): void {
    this.stopped ??= reason
    if (this.#conversationId !== null) void this.#host.client.cancel(this.#conversationId)
  }

  /** Returns the prompt, or the text of the command that it calls. */
  #textFor(id: ConversationId): Promise<Result<string, string>> {
    return textToSend(this.#options.prompt, () => ownCommandsOf(this.#host.client)(id))
  }

  /** Finds or creates the conversation, configures and follows it. */
  async #prepare(): Promise<Result<Started, string>> {
    const { client } = this.#host
    const { folder, model, permissions: permissionMode, resume } = this.#options
    const isThisOnly = true
    const own = permissionMode === null ? {} : { permissionMode, isThisOnly }
    const found = resume === null ? null : conversationOf(resume, this.#opened.conversations)
    if (found !== null && !found.ok) return found
    const conversationId = found?.value.id ?? ConversationId.parse(crypto.randomUUID())
    if (found === null) {
      const created = await client.request('conversation.create', {
        conversationId,
        folder,
        ...own,
      })
      if (!created.ok) return failed(created.error.message)
      this.#created = conversationId
    }
    const change = { ...(found !== null && own), ...(model !== null && { model }) }
    if (Object.keys(change).length > 0) {
      const refusal = found === null ? null : await this.#refusalOfBusy(conversationId)
      if (refusal !== null) return failed(refusal)
      const configured = await client.request('conversation.configure', {
        conversationId,
        ...change,
      })
      if (!configured.ok) return failed(configured.error.message)
    }
    const followed = await follow(client, conversationId, {
      onStep: (step, fresh) => this.#step(step, fresh),
      onStreamed: ({ part, requestId, text }) => {
        if (part === 'text' && this.#hasBegun) this.#report({ type: 'delta', requestId, text })
      },
      onLost: ({ message }) => {
        this.#answerer.close()
        this.#end(failure(message))
      },
      signal: this.#following.signal,
    })
    if (!followed.ok) return failed(followed.error.message)
    const { model: modelInUse, permissionMode: permissions, summary } = followed.value
    const isResumed = found !== null
    return ok({
      type: 'started',
      conversationId,
      folder: summary.folder,
      model: modelInUse,
      permissions,
      isResumed,
      host: this.#host.type,
    })
  }

  /** Work that will refuse the message keeps its model and permissions, too. Null if it will not. */
  async #refusalOfBusy(conversationId: ConversationId): Promise<string | null> {
    if (this.#opened.settings.behaviour.busyPolicy === 'interrupt') return null
    const opened = await this.#host.client.request('conversation.open', { conversationId })
    if (!opened.ok) return opened.error.message
    return isAtRest(opened.value.state) ? null : BUSY
  }

  /** Nothing was sent: an empty conversation would be in no list, and stay. */
  async #removeCreated(): Promise<void> {
    const created = this.#created
    if (created === null) return
    await this.#host.client.request('conversation.delete', { conversationId: created })
  }

  #step(followed: FollowedConversation, fresh: readonly Message[]): void {
    const mine = fresh.findIndex(({ id }) => id === this.#messageId)
    if (!this.#hasBegun && mine < 0) return
    const news = this.#hasBegun ? fresh : fresh.slice(mine + 1)
    this.#nameConversation()
    this.#hasBegun = true
    this.messages.push(...news)
    this.#news.take(followed, news)
    if (answersIn(this.messages).length > 0) this.#hooksTold ??= this.#tellChangedHooks(followed.id)
    this.#answerer.look(followed)
    if (isAtRest(followed.state))
      this.#end(
        endOfTurn(followed.state, { hasRefused: this.#answerer.hasRefused, stopped: this.stopped }),
      )
  }
}

function nothing(): void {}
