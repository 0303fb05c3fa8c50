import { assertNever } from '../../../shared/assert-never.ts'
import type { ClientEvent } from '../../../shared/events.ts'
import { type CommandInput, commands, type CommandName } from '../../../shared/commands.ts'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type { MessageContent } from '../../../shared/message.ts'
import { ok } from '../../../shared/result.ts'
import type { SettingsView } from '../../../shared/settings.ts'
import type { Context } from '../../core/context.ts'
import { testContext } from '../../core/test-context.ts'
import { ClientSession } from '../client-session.ts'
import { createHandlers, type DeskPorts, type Handlers } from '../command-handlers.ts'
import { ConversationRegistry } from '../conversation-registry.ts'
import type { Answer, ConversationRuntime } from '../conversation-runtime.ts'
import { FileDesk } from '../file-desk.ts'
import { HeldTools } from './held-tools.ts'
import { ManualTime } from './manual-time.ts'
import { MemoryBlobs } from './memory-blobs.ts'
import { MemoryStore } from './memory-store.ts'
import { ScriptedImages } from './scripted-images.ts'
import { ScriptedModel } from './scripted-model.ts'

const CONVERSATION = 'c1' as ConversationId

let count = 0

/** The real runtime on fakes, with one conversation and one client looking at it. */
export class World {
  readonly time: ManualTime
  readonly store: MemoryStore
  readonly model = new ScriptedModel()
  readonly tools = new HeldTools()
  readonly blobs = new MemoryBlobs()
  readonly images = new ScriptedImages()
  readonly events: ClientEvent[] = []
  readonly warnings: string[] = []
  readonly registry: ConversationRegistry
  readonly folders: { -readonly [Name in keyof DeskPorts['folders']]: DeskPorts['folders'][Name] } =
    {
      complete: () => Promise.resolve([]),
      check: (text) => Promise.resolve(ok(text)),
      choose: null,
    }
  readonly handlers: Handlers
  readonly client: ClientSession
  context: Context = testContext()
  ended: string[] = []
  wantsTitles = false

  constructor(store = new MemoryStore(), time = new ManualTime(), isRestart = false) {
    this.store = store
    this.time = time
    if (store.kept.size === 0)
      store.createConversation({ id: CONVERSATION, folder: '/work', at: 1 })
    this.registry = new ConversationRegistry({
      store,
      clock: time,
      timers: time,
      ids: { next: () => `e${++count}` as EventId, random: () => 0.5 },
      model: this.model,
      tools: this.tools,
      log: { warn: (what) => this.warnings.push(what) },
      contextOf: (stored) => ({ ...this.context, conversationId: stored.id }),
      broadcast: (event) => this.events.push(event),
      wantsTitle: () => this.wantsTitles,
    })
    this.handlers = createHandlers({
      registry: this.registry,
      store,
      clock: time,
      processes: {
        survivorsOf: () => [],
        end: (workId) => Promise.resolve(void this.ended.push(workId)),
        onSurvivorsChanged: () => {},
      },
      history: store.log,
      timers: time,
      files: new FileDesk({ blobs: this.blobs, images: this.images, timers: time }),
      homeFolder: '/home/me',
      folders: this.folders,
      settings: {
        view: () => SETTINGS,
        save: () => ok(SETTINGS),
        test: () => Promise.resolve({ works: true, message: 'It works.' }),
      },
    })
    this.client = new ClientSession(this.registry, (event) => this.events.push(event))
    if (isRestart) this.registry.recover()
    this.client.follow(CONVERSATION, this.runtime)
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

  /** Each message in one line: who and what. */
  get transcript(): readonly string[] {
    return this.contents.map(lineOf)
  }

  /** Types of the lifecycle on record, with the turn's end reason where there is one. */
  get lifecycle(): readonly string[] {
    return (this.store.kept.get(CONVERSATION)?.rows ?? []).flatMap((row) =>
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
    const answer = this.tell(text, messageId)
    await this.time.settle()
    return answer
  }

  tell(text: string, messageId = `m${++count}`): Answer {
    const input = { type: 'userMessage', messageId: messageId as MessageId, text } as const
    return this.ask((answer) => this.runtime.tell({ ...input, attachments: [] }, answer))
  }

  cancel(): Answer {
    return this.ask((answer) => this.runtime.tell({ type: 'cancelRequested', by: 'user' }, answer))
  }

  /** The app dies and starts again over the same disk. */
  restart(): World {
    return new World(this.store, this.time, true)
  }

  private ask(tell: (answer: (answer: Answer) => void) => void): Answer {
    const answers: Answer[] = []
    tell((answer) => answers.push(answer))
    const [answer] = answers
    if (answer === undefined) throw new Error('not answered in the same tick')
    return answer
  }
}

function lineOf(content: MessageContent): string {
  switch (content.type) {
    case 'user':
    case 'system':
    case 'error':
      return `${content.type}: ${content.text}`
    case 'agent':
      return `agent: ${content.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')}`
    case 'tool':
      return `tool ${content.outcome}: ${content.content.map((part) => part.text).join('')}`
    default:
      return assertNever(content)
  }
}

export const SETTINGS: SettingsView = {
  model: null,
  modelInForce: 'claude-test',
  knownModels: [],
  baseUrl: null,
  baseUrlSource: 'none',
  baseUrlInForce: 'http://127.0.0.1',
  automaticTitles: null,
  titlesInForce: false,
  titlesSource: 'none',
  keySource: 'none',
  keyPlace: 'No key is saved.',
  notices: [],
}
