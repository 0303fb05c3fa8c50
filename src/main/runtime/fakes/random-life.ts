import fc from 'fast-check'
import type { Block } from '../../../shared/messages/content.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { BusyPolicy } from '../../../shared/settings/settings.ts'
import { type ApprovalAnswer, PermissionMode } from '../../../shared/conversation/turn.ts'
import type { QuestionAnswer } from '../../../shared/messages/user-question.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { LlmFailureKind } from '../../core/machine/event.ts'
import { fileChange } from '../../core/testing/test-messages.ts'
import type { HeldRun } from './held-tools.ts'
import { isFree } from './is-free.ts'
import { ManualTime } from './manual-time.ts'
import { bashCall, type PendingRequest } from './scripted-model.ts'
import { SETTINGS } from './plain-settings.ts'
import { World } from './world.ts'

const ID = 'c1' as ConversationId
const FAULTS: readonly StoreFault[] = ['full', 'readOnly', 'damaged', 'locked', 'io']
const FAILURES: readonly LlmFailureKind[] = ['server', 'network', 'auth', 'aborted', 'contextFull']
const ENDS: readonly ReplyEnd[] = ['endTurn', 'toolUse', 'maxTokens', 'pauseTurn', 'unknown']
const UNDONE = {
  type: 'editsUndone',
  of: 'edits',
  messageIds: ['m' as MessageId],
  files: [fileChange('a.ts')],
} as const
const ALWAYS: ApprovalAnswer = {
  type: 'always',
  rule: { tool: 'bash', subject: 'run 0', match: 'exact' },
}
const ODD_REPLIES: readonly (readonly Block[])[] = [
  [{ type: 'text', text: 'half' }],
  [],
  [{ type: 'thinking', text: 'hm', signature: 's' }],
  [bashCall('a'), bashCall('b')],
  [{ type: 'toolCall', providerCallId: '€', name: 'no', input: { type: 'unparsed', text: '{' } }],
]

/** The acts of people, the model, tools, the disk and the machine; `pick` chooses among the possible targets. */
const ACTS = {
  send: ({ world }: Life, pick: number) => void world.sendNow(`say ${pick}`),
  sendTwice: ({ world }: Life) =>
    void world.request('message.send', {
      conversationId: ID,
      messageId: 'same' as MessageId,
      text: 'same',
      attachments: [],
      mode: 'policy',
    }),
  interrupt: ({ world }: Life, pick: number) =>
    void world.sendNow(`no, ${pick}`, undefined, pick % 2 === 0 ? 'interrupt' : 'join'),
  putWaiting: ({ world }: Life, pick: number) =>
    world.putInOutbox(`wait ${pick}`, pick % 2 === 0 ? 'idle' : 'nextStep'),
  cancel: ({ world }: Life) => void world.cancel(),
  cancelChild: (life: Life, pick: number) =>
    life.child(pick)?.dispatch({ type: 'cancelRequested', by: 'user' }, () => {}),
  approve: (life: Life, pick: number) => life.decide(pick),
  compact: ({ world }: Life) =>
    world.contents.length > 0 && world.request('turn.compact', { conversationId: ID }),
  compactPart: ({ world }: Life, pick: number) => {
    const byPerson = world.store.history(ID).filter(({ content }) => content.type === 'user')
    const throughSeq = (at(byPerson, pick)?.seq ?? 0) - 1
    return throughSeq > 0 && world.request('turn.compact', { conversationId: ID, throughSeq })
  },
  dropAttachments: ({ world }: Life) =>
    world.runtime.dispatch({ type: 'attachmentsDropped' }, () => {}),
  rewind: ({ world }: Life, pick: number) => {
    const messageId = at(world.store.history(ID), pick)?.id ?? null
    return world.request('conversation.rewind', { conversationId: ID, messageId })
  },
  showVersion: ({ world }: Life, pick: number) => {
    const messageId = at(world.store.history(ID), pick)?.id ?? ('none' as MessageId)
    return world.request('conversation.showVersion', { conversationId: ID, messageId })
  },
  restoreTo: ({ world }: Life, pick: number) => {
    const request = { conversationId: ID, throughSeq: 1 + (pick % 20) }
    return world.request('conversation.restoreTo', request)
  },
  configure: ({ world }: Life, pick: number) =>
    void world.request('conversation.configure', {
      conversationId: ID,
      permissionMode: at(PermissionMode.options, pick) ?? 'auto',
    }),
  continue: ({ world }: Life) => void world.request('turn.continue', { conversationId: ID }),
  retry: ({ world }: Life) => void world.request('turn.retry', { conversationId: ID }),
  open: ({ world }: Life) => void world.request('conversation.open', { conversationId: ID }),
  leave: ({ world }: Life) => void world.request('conversation.leave', { conversationId: ID }),
  undo: (life: Life, pick: number) =>
    at([life.world.runtime, ...life.world.children], pick)?.dispatch(UNDONE, () => {}),
  settings: (life: Life, pick: number) =>
    life.useModel(`model-${pick % 3}`, pick % 2 === 0 ? 'reject' : 'interrupt'),
  begin: (life: Life, pick: number) => life.openRequest(pick)?.call.onStarted(),
  stream: (life: Life, pick: number) => life.openRequest(pick)?.call.onDelta('text', 'abc'),
  answer: (life: Life, pick: number) => life.openRequest(pick)?.replyText(`answer ${pick}`),
  callTools: (life: Life, pick: number) =>
    life
      .openRequest(pick)
      ?.callBash(...Array.from({ length: 1 + (pick % 4) }, (_, n) => `run ${n}`)),
  spawn: (life: Life, pick: number) =>
    life.openRequest(pick)?.spawn(...Array.from({ length: 1 + (pick % 3) }, (_, n) => `task ${n}`)),
  askUser: (life: Life, pick: number) => life.openRequest(pick)?.askUser('Which?'),
  answerQuestion: (life: Life, pick: number) => life.answerQuestion(pick),
  submit: (life: Life, pick: number) => life.openRequest(pick)?.submit(`result ${pick}`),
  answerOddly: (life: Life, pick: number) =>
    life.openRequest(pick)?.reply(at(ODD_REPLIES, pick >> 3) ?? [], at(ENDS, pick) ?? 'endTurn'),
  failToAnswer: (life: Life, pick: number) =>
    life.openRequest(pick)?.fail(at(FAILURES, pick) ?? 'server', pick % 7 === 0 ? 120_000 : null),
  print: (life: Life, pick: number) => at(life.runs(), pick)?.print('printed'),
  finishTool: (life: Life, pick: number) => life.finish(pick),
  waitSeconds: ({ world }: Life) => world.time.advance(1_000),
  waitMinutes: ({ world }: Life) => world.time.advance(31 * 60_000),
  breakDisk: ({ world }: Life, pick: number) => {
    world.store.failing = at(FAULTS, pick) ?? 'io'
  },
  healDisk: ({ world }: Life) => {
    world.store.failing = null
    // Whatever waited for a lock is retried.
    return world.time.advance(100)
  },
  killApp: (life: Life) => life.killApp(),
} as const
type ActName = keyof typeof ACTS

const TIMES: readonly ActName[] = ['waitSeconds', 'waitMinutes', 'healDisk']

/** Acts that advance a conversation appear more often. */
const NAMES: readonly ActName[] = [
  ...(Object.keys(ACTS) as ActName[]),
  ...(['send', 'cancel', 'callTools', 'callTools', 'finishTool', 'finishTool'] as const),
  ...(['spawn', 'spawn', 'submit', 'approve', 'approve'] as const),
  'healDisk',
]

export interface Act {
  readonly name: ActName
  readonly pick: number
  /** True if everything due happens before the next act. */
  readonly settles: boolean
}

export const anyActs: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    pick: fc.nat({ max: 1_000 }),
    settles: fc.boolean(),
  }),
  { minLength: 5, maxLength: 60 },
)

/** A conversation to which anything may happen. Models and tools may answer late, even after an abort. */
export class Life {
  world = new World()
  readonly #finished = new Set<HeldRun>()

  async act({ name, pick }: Act): Promise<void> {
    const done = ACTS[name](this, pick)
    // Whatever waits for the database is answered later.
    if (TIMES.includes(name) || this.#isFree) await done
  }

  /** Returns a request without an answer, aborted or not. */
  openRequest(pick: number): PendingRequest | undefined {
    return at(
      this.world.model.requests.filter((ask) => !ask.isAnswered),
      pick,
    )
  }

  /** Returns the runs without an outcome, aborted or not. */
  runs(): readonly HeldRun[] {
    return this.world.tools.runs.filter((run) => !this.#finished.has(run))
  }

  finish(pick: number): void {
    const run = at(this.runs(), pick)
    if (run === undefined) return
    this.#finished.add(run)
    const outcomes = run.stopReason === null ? (['ok', 'failed'] as const) : (['aborted'] as const)
    run.finish(`out ${pick}`, at<'ok' | 'failed' | 'aborted'>(outcomes, pick))
  }

  useModel(model: string, busyPolicy: BusyPolicy = 'reject'): void {
    const { world } = this
    const { primary } = world.context
    const fallback = busyPolicy === 'reject' ? null : { ...primary, model: 'spare' }
    world.context = { ...world.context, primary: { ...primary, model }, fallback, busyPolicy }
    world.registry.settingsChanged(SETTINGS)
  }

  /** Returns a live sub-agent. */
  child(pick: number): ConversationRuntime | undefined {
    return at(this.world.children, pick)
  }

  /** Gives one answer to all calls waiting for approval in one of the conversations that ask. */
  async decide(pick: number): Promise<void> {
    const { world } = this
    const asking = [world.runtime, ...world.children].filter(
      ({ current }) => current.type === 'awaitingApproval',
    )
    const runtime = at(asking, pick)
    if (runtime === undefined) return
    const answers = [{ type: 'once' }, { type: 'deny', reason: '' }, ALWAYS] as const
    await world.answerApprovals(
      at<ApprovalAnswer>(answers, pick) ?? ALWAYS,
      runtime.record.stored.id,
    )
  }

  answerQuestion(pick: number): Promise<unknown> | undefined {
    const { current } = this.world.runtime
    if (current.type !== 'awaitingAnswer') return undefined
    const { callId } = current.current.call
    const answer = at<QuestionAnswer>([SKIPPED, IN_WORDS], pick) ?? SKIPPED
    return this.world.request('question.answer', { conversationId: ID, callId, answer })
  }

  get #isFree(): boolean {
    const { registry, store } = this.world
    return [...store.records.keys()].flatMap((id) => registry.live(id) ?? []).every(isFree)
  }

  killApp(): void {
    const { context, store } = this.world
    this.world = new World(store, new ManualTime(), { isRestart: true })
    this.useModel(context.primary.model)
  }
}

const SKIPPED = { type: 'skipped' } as const
const IN_WORDS = { type: 'answered', options: [], text: 'both' } as const

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)]
}
