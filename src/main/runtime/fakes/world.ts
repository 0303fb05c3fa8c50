import type { WorldOptions } from './world-options.ts'
import { EMPTY_PORTS } from './absent/empty-ports.ts'
import { NO_BUDGET } from '../../../shared/settings/budget.ts'
import { SETTINGS } from './plain-settings.ts'
import { NO_ENDPOINTS } from './absent/no-endpoints.ts'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { type CommandInput, commands, type CommandName } from '../../../shared/protocol/commands.ts'
import type { CallId, ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import {
  askedCalls,
  type ConversationState,
} from '../../../shared/conversation/conversation-state.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { ok } from '../../../shared/result.ts'
import { Behaviour, type SettingsView } from '../../../shared/settings/settings.ts'
import type { ApprovalAnswer, PermissionMode } from '../../../shared/conversation/turn.ts'
import type { MessageMode, WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { broadcast, ClientSession } from '../commands/session/client-session.ts'
import type { HandlerPorts, Handlers } from '../commands/handler-ports.ts'
import { createHandlers } from '../commands/command-handlers.ts'
import { ConversationRegistry } from '../registry/conversation-registry.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { TelemetryEvent, Observed, Observer } from '../ports/observer.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { Answer } from '../conversation/mailbox-item.ts'
import { Uploads } from '../commands/session/uploads.ts'
import { HeldTools } from './held-tools.ts'
import { isFree } from './is-free.ts'
import { lineOf } from './line-of-message.ts'
import { withOwnModels } from './own-models.ts'
import { NO_FOLDER_FILES } from './absent/no-folder-files.ts'
import { NO_PROCESSES } from './absent/no-processes.ts'
import { ManualTime } from './manual-time.ts'
import { MemoryFiles } from './memory/memory-files.ts'
import { MemoryAttached, MemoryBlobs } from './memory/memory-blobs.ts'
import { NO_SHELLS } from './memory/memory-shells.ts'
import { MemoryStore } from './memory/memory-store.ts'
import { SCRIPTED_PDFS, ScriptedImages } from './scripted-images.ts'
import { ScriptedModel } from './scripted-model.ts'
import { KnownFolders } from './known-folders.ts'
import { WrittenInstructions } from './written-instructions.ts'

const CONVERSATION = 'c1' as ConversationId
const ROW = { id: CONVERSATION, folder: '/work', at: 1 }
let count = 0

export class World {
  readonly time: ManualTime
  readonly store: MemoryStore
  readonly model = new ScriptedModel()
  readonly tools = new HeldTools()
  readonly disk = new MemoryFiles()
  readonly blobs: MemoryBlobs
  readonly images = new ScriptedImages()
  readonly attached = new MemoryAttached()
  readonly instructions = new WrittenInstructions()
  readonly knownFolders = new KnownFolders()
  readonly events: ClientEvent[] = []
  readonly lists: ClientSession[] = []
  readonly warnings: string[] = []
  readonly observed: (Observed & { readonly event: TelemetryEvent })[] = []
  observe: Observer['observe'] = (of, event) => void this.observed.push({ ...of, event })
  readonly registry: ConversationRegistry
  readonly folders: {
    -readonly [Name in keyof HandlerPorts['folders']]: HandlerPorts['folders'][Name]
  } = {
    complete: () => Promise.resolve([]),
    check: (text) => Promise.resolve(ok(text)),
    choose: null,
  }
  readonly folderFiles = { ...NO_FOLDER_FILES }
  readonly opener = { ...EMPTY_PORTS.opener }
  readonly review = { ...EMPTY_PORTS.review }
  readonly imports = { ...EMPTY_PORTS.imports }
  readonly handlers: Handlers
  readonly client: ClientSession
  context: Context
  settings: SettingsView = SETTINGS
  readonly savedSettings: unknown[] = []
  ended: string[] = []
  readonly processes: { -readonly [Name in keyof ProcessPort]: ProcessPort[Name] } = {
    ...NO_PROCESSES,
    end: (workId) => Promise.resolve(void this.ended.push(workId)),
    endJobs: (id) => void this.ended.push(`jobs of ${id}`),
    withdrawFromJobs: (id, { network, writing }) => {
      const lost = [...(network ? ['network'] : []), ...(writing ? ['writing'] : [])]
      if (lost.length > 0) this.ended.push(`jobs of ${id} with ${lost.join(' and ')}`)
    },
    forgetJobs: (id) => void this.ended.push(`all of ${id}`),
  }
  wantsTitles = false
  budget = NO_BUDGET

  constructor(
    store = new MemoryStore(),
    time = new ManualTime(),
    {
      isRestart = false,
      context = testContext(),
      follows = true,
      hooks,
      model,
      blobs = new MemoryBlobs(),
    }: WorldOptions = {},
  ) {
    this.context = context
    this.blobs = blobs
    this.store = store
    this.time = time
    if (store.records.size === 0)
      store.createConversation({ ...ROW, permissionMode: this.context.permissionMode })
    this.registry = new ConversationRegistry({
      store,
      clock: time,
      pulse: time,
      timers: time,
      blobs: this.blobs,
      instructions: this.instructions,
      git: this.knownFolders,
      folders: this.knownFolders,
      ids: { next: () => `e${++count}` as EventId, random: () => 0.5 },
      model: model ?? this.model,
      tools: this.tools,
      log: { warn: (what, facts) => this.#warn(what, facts) },
      observer: { observe: (of, telemetry) => this.observe(of, telemetry) },
      contextOf: (stored) => withOwnModels(this.context, stored),
      budget: () => this.budget,
      broadcast: (event, to) => {
        this.events.push(event)
        broadcast(this.lists, event, to)
      },
      onRemoved: () => void this.ended.push('something was left'),
      wantsTitle: () => this.wantsTitles,
      processes: this.processes,
      shells: NO_SHELLS,
      ...(hooks && { hooks }),
    })
    this.handlers = createHandlers({
      ...EMPTY_PORTS,
      registry: this.registry,
      store,
      clock: time,
      processes: this.processes,
      tools: this.tools,
      blobs: this.blobs,
      history: store.log,
      timers: time,
      files: new Uploads({
        blobs,
        images: this.images,
        pdfs: SCRIPTED_PDFS,
        attached: this.attached,
        timers: time,
      }),
      edits: this.disk,
      folderFiles: this.folderFiles,
      opener: this.opener,
      review: this.review,
      imports: this.imports,
      folders: this.folders,
      settings: {
        ...NO_ENDPOINTS,
        view: () => this.settings,
        save: (change) => {
          this.savedSettings.push(change)
          const behaviour = Behaviour.parse({ ...this.settings.behaviour, ...change.behaviour })
          return ok((this.settings = { ...this.settings, behaviour }))
        },
        keepKeys: () => ok(this.settings),
      },
    })
    this.client = new ClientSession(this.registry, (event) => this.events.push(event))
    if (isRestart) this.registry.recover()
    if (follows) this.client.follow(CONVERSATION, this.runtime)
  }

  get runtime(): ConversationRuntime {
    const runtime = this.registry.get(CONVERSATION)
    if (runtime === null) throw new Error('no conversation')
    return runtime
  }

  get state(): ConversationState {
    return this.runtime.current
  }

  get contents(): readonly MessageContent[] {
    return this.store.history(CONVERSATION).map((message) => message.content)
  }

  /** Each message in one line: its author and content. */
  get transcript(): readonly string[] {
    return this.contents.map(lineOf)
  }

  /** Types of the recorded lifecycle, with the reason of a turn's end if there is one. */
  get lifecycle(): readonly string[] {
    return (this.store.records.get(CONVERSATION)?.rows ?? []).flatMap((row) =>
      row.kind === 'lifecycle'
        ? [`${row.entry.type}${'reason' in row.entry ? ` ${row.entry.reason}` : ''}`]
        : [],
    )
  }

  async request<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Awaited<ReturnType<Handlers[Name]>>> {
    const parsed = commands[name].input.parse(input) as Parameters<Handlers[Name]>[0]
    return (await this.handlers[name](parsed, this.client)) as Awaited<ReturnType<Handlers[Name]>>
  }

  /** Sends a message and lets the machine get as far as it can. */
  async send(text: string, messageId = `m${++count}`): Promise<Answer> {
    const answer = this.sendNow(text, messageId)
    await this.time.settle()
    return answer
  }

  /** Sends a message with images, and lets the machine get as far as it can. */
  async sendWithAttachments(text: string, attachments: readonly Attachment[]): Promise<Answer> {
    const answer = this.sendNow(text, `m${++count}`, 'policy', attachments)
    await this.time.settle()
    return answer
  }

  sendNow(
    text: string,
    messageId = `m${++count}`,
    mode: MessageMode = 'policy',
    attachments: readonly Attachment[] = [],
  ): Answer {
    const message = { messageId: messageId as MessageId, text, attachments, mode }
    return this.#dispatch({ type: 'userMessage', ...message })
  }

  /** Answers every call that waits for approval. */
  async answerApprovals(answer: ApprovalAnswer, id = CONVERSATION): Promise<void> {
    const state = this.registry.get(id)?.current
    const callIds: readonly CallId[] =
      state?.type === 'awaitingApproval' ? askedCalls(state).map(({ callId }) => callId) : []
    await this.request('approval.answer', { conversationId: id, callIds, answer })
    await this.time.settle()
  }

  /** Puts a message into the outbox. */
  async putInOutbox(text: string, when: WaitingMessage['when'] = 'idle', id = text): Promise<void> {
    const message = { id: id as MessageId, text, attachments: [], when }
    await this.request('outbox.put', { conversationId: CONVERSATION, message })
    await this.time.settle()
  }

  /** Creates another conversation, by default in the same folder. */
  create(
    id: string,
    folder = '/work',
    permissionMode: PermissionMode = 'auto',
  ): ConversationRuntime {
    const conversationId = id as ConversationId
    this.store.createConversation({ id: conversationId, folder, permissionMode, at: 1 })
    const runtime = this.registry.get(conversationId)
    if (runtime === null) throw new Error('not created')
    return runtime
  }

  /** The sub-agents that the state waits for. */
  get children(): readonly ConversationRuntime[] {
    const children = this.state.type === 'awaitingSubAgents' ? this.state.children : []
    return children.flatMap(({ agentId }) => this.registry.live(agentId) ?? [])
  }

  cancel(): Answer {
    return this.#dispatch({ type: 'cancelRequested', by: 'user' })
  }

  /** Kills the app with its timers and starts it again over the same disk. */
  restart(): World {
    const { blobs, context } = this
    return new World(this.store, new ManualTime(), { isRestart: true, context, blobs })
  }

  /** Ends the whole test run for a request that the strict check refuses, wherever that happens. */
  #warn(what: string, facts: Readonly<Record<string, string | number>>): void {
    this.warnings.push(what)
    if (what !== 'an invalid request was not sent') return
    queueMicrotask(() => {
      throw new Error(`${what}: ${facts['complaints']}`)
    })
  }

  #dispatch(input: Parameters<ConversationRuntime['dispatch']>[0]): Answer {
    let answer = null as Answer | null
    this.runtime.dispatch(input, (received) => void (answer ??= received))
    if (answer === null && isFree(this.runtime)) throw new Error('not answered')
    return answer ?? { type: 'failed', fault: 'locked' }
  }
}
