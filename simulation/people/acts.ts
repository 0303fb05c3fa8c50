import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import { testAttachment } from '../../src/main/core/testing/test-attachment.ts'
import type { Attachment } from '../../src/shared/messages/attachment.ts'
import type { CallId, ConversationId, MessageId } from '../../src/shared/ids.ts'
import { type Behaviour, DEFAULT_LIMITS } from '../../src/shared/settings/settings.ts'
import type { QuestionAnswer } from '../../src/shared/messages/user-question.ts'
import type { ApprovalAnswer, PermissionMode } from '../../src/shared/conversation/turn.ts'
import type { MessageMode, WaitingMessage } from '../../src/shared/messages/waiting.ts'
import type { Choices } from '../choices.ts'
import { ANSWERS, randomAnswer, ONCE } from './approval-acts.ts'
import { questioned, REPLIES } from './question-acts.ts'
import { isAskedForTime } from './act-probability.ts'
import { extend } from './time-acts.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { effortWith } from '../ports/simulated-settings.ts'

export interface OutgoingMessage {
  readonly messageId: MessageId
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** The situation of a person: a window, and a conversation to act on, their own or a sub-agent's. */
export interface Stage {
  readonly choices: Choices
  readonly client: SimulatedClient
  readonly id: ConversationId
  readonly state: ConversationState
  /** Returns a message that has not been sent before. */
  newMessage(attachments: readonly Attachment[]): OutgoingMessage
  /** Returns the last message sent, if any. */
  lastMessage(): OutgoingMessage | null
  /** Returns an image or a PDF that is kept as a blob. */
  image(): Attachment
  send(words: OutgoingMessage, mode?: MessageMode): void
  /** Sends a message that must be refused: its text differs, or its image is missing. */
  sendWrongly(words: OutgoingMessage, what: 'a used id' | 'a missing image'): void
  cancel(): void
  useModel(model: string): void
  behave(change: Partial<Behaviour>): void
  configure(own: { permissionMode?: PermissionMode; systemPrompt?: string | null }): void
  answer(callIds: readonly CallId[], answer: ApprovalAnswer): void
  /** Calls that once needed permission: most have long been answered. */
  answeredApprovals(): readonly CallId[]
  answerQuestion(callId: CallId, answer: QuestionAnswer): void
  /** The calls by which the agent has asked questions. */
  answeredQuestions(): readonly CallId[]
  waiting(): readonly WaitingMessage[]
  put(message: WaitingMessage): void
  removeWaiting(messageId: MessageId): void
  order(messageIds: readonly MessageId[]): void
  push(messageId: MessageId, mode: MessageMode): void
  /** Must have no effect. */
  changeFolder(): void
  loseFolder(): void
  /** Writes the folder's instructions; null removes them. */
  instruct(text: string | null): void
  hasEdits(): boolean
  /** Undoes edits, or an undo. */
  undo(): void
  /** Rewinds a message and everything after it. */
  rewind(): void
  /** Summarises everything before a message. */
  compactPart(): void
  openSecondWindow(): void
  /** Deletes the conversation; sometimes undoes that. */
  remove(): void
}

type Act = (stage: Stage) => void

/** Everything people do. A new act is one entry; the first ones are the tamest. */
export const ACTS = {
  send: (stage) => stage.send(stage.newMessage([])),
  cancel: (stage) => stage.cancel(),
  sendAndCancel: (stage) => {
    stage.send(stage.newMessage([]))
    stage.cancel()
  },
  cancelThrice: (stage) => {
    stage.cancel()
    stage.cancel()
    stage.cancel()
  },
  continue: ({ client, id }) => client.request('turn.continue', { conversationId: id }, () => {}),
  retry: ({ client, id }) => client.request('turn.retry', { conversationId: id }, () => {}),
  extend: ({ client, id, state }) => extend(client, id, state),
  compact: ({ client, id }) => client.request('turn.compact', { conversationId: id }, () => {}),
  compactPart: (stage) => stage.compactPart(),
  dropAttachments: ({ client, id }) =>
    client.request('attachments.drop', { conversationId: id }, () => {}),
  open: ({ client, id }) => client.open(id),
  leave: ({ client, id }) => client.leave(id),
  look: ({ client, id, choices }) => {
    const isLooking = choices.int(2) === 0
    client.request('conversation.look', { conversationId: id, isLooking }, () => {})
  },
  rename: ({ client, id, choices }) => {
    const title = choices.pick('My name', '   ')
    client.request('conversation.rename', { conversationId: id, title }, () => {})
  },
  saveDraft: ({ client, id }) => {
    const draft = { text: 'not yet', attachments: [], caret: 3 }
    client.request('draft.save', { conversationId: id, ...draft }, () => {})
  },
  sendAgain: (stage) => {
    const words = stage.lastMessage()
    if (words !== null) stage.send(words)
  },
  sendTwice: (stage) => {
    const words = stage.newMessage([])
    stage.send(words)
    stage.send(words)
  },
  sendUnderUsedId: (stage) => {
    const words = stage.lastMessage()
    if (words !== null) stage.sendWrongly({ ...words, text: `not ${words.text}` }, 'a used id')
  },
  sendImage: (stage) => stage.send(stage.newMessage([stage.image()])),
  sendMissingImage: (stage) => {
    stage.sendWrongly(stage.newMessage([testAttachment('gone.png')]), 'a missing image')
  },
  stopAndSend: (stage) => stage.send(stage.newMessage([]), 'interrupt'),
  stopAndSendTwo: (stage) => {
    stage.send(stage.newMessage([]), 'interrupt')
    stage.send(stage.newMessage([]), 'interrupt')
  },
  sendThenStop: (stage) => {
    stage.send(stage.newMessage([]), 'interrupt')
    stage.cancel()
  },
  join: (stage) => stage.send(stage.newMessage([]), 'join'),
  waitTillIdle: (stage) => put(stage, 'idle'),
  waitTillNextStep: (stage) => put(stage, 'nextStep'),
  waitTwice: (stage) => {
    put(stage, 'idle')
    put(stage, stage.choices.pick('idle', 'nextStep'))
  },
  editWaiting: (stage) => {
    const message = someWaiting(stage)
    if (message !== null) stage.put({ ...message, text: `${message.text} edited` })
  },
  takeBack: (stage) => {
    const message = someWaiting(stage)
    if (message !== null) stage.removeWaiting(message.id)
  },
  orderWaiting: (stage) => stage.order(Array.from(stage.waiting(), ({ id }) => id).toReversed()),
  sendWaiting: (stage) => {
    const message = someWaiting(stage)
    const mode = stage.choices.pick('policy', 'interrupt', 'join')
    if (message !== null) stage.push(message.id, mode)
  },
  switchModel: (stage) => {
    stage.useModel(stage.choices.pick('model-b', 'model-a', 'model-c', 'model-large'))
  },
  switchPolicy: (stage) => {
    const busyPolicy = stage.choices.pick('interrupt', 'reject')
    stage.behave({ busyPolicy, debounceMs: stage.choices.pick(100, 0, 500) })
  },
  switchFallback: (stage) => {
    const fallbackModel = stage.choices.pick('model-b', null)
    stage.behave({ fallbackModel, effort: effortWith(fallbackModel) })
  },
  switchKeepTrying: (stage) => {
    stage.behave({ keepTrying: stage.choices.pick('1h', 'off', '15min', '4h') })
  },
  switchLimits: (stage) => {
    const { toolCallsPerTurn, subAgentsPerTurn, tokensPerTurn } = DEFAULT_LIMITS
    stage.behave({
      toolCallsPerTurn: stage.choices.pick(toolCallsPerTurn, 1, 3),
      subAgentsPerTurn: stage.choices.pick(subAgentsPerTurn, 0, 2),
      tokensPerTurn: stage.choices.pick(tokensPerTurn, 10_000),
    })
  },
  undo: (stage) => stage.undo(),
  undoTwice: (stage) => {
    stage.undo()
    stage.undo()
  },
  rewind: (stage) => stage.rewind(),
  rewindAndSend: (stage) => {
    stage.rewind()
    stage.send(stage.newMessage([]))
  },
  switchAutoCompact: (stage) => stage.behave({ autoCompact: stage.choices.int(2) === 0 }),
  configure: (stage) => {
    const permissionMode = stage.choices.pick('ask', 'auto', 'acceptEdits', 'readOnly')
    stage.configure({ permissionMode })
  },
  instruct: (stage) => {
    stage.configure({ systemPrompt: stage.choices.pick('Be kind.', null) })
  },
  instructFolder: (stage) => stage.instruct(stage.choices.pick('Use tabs.', 'Use spaces.', null)),
  changeFolder: (stage) => stage.changeFolder(),
  loseFolder: (stage) => stage.loseFolder(),
  openSecondWindow: (stage) => stage.openSecondWindow(),
  remove: (stage) => stage.remove(),
  answerLate: (stage) => {
    const callIds = stage.answeredApprovals()
    if (callIds.length > 0) stage.answer(callIds, ONCE)
  },
  answerQuestionLate: (stage) => {
    const callId = stage.answeredQuestions().at(-1)
    if (callId !== undefined) stage.answerQuestion(callId, { type: 'skipped' })
  },
} as const satisfies Record<string, Act>

function put(stage: Stage, when: WaitingMessage['when']): void {
  const { messageId, ...words } = stage.newMessage([])
  stage.put({ id: messageId, ...words, when })
}

function someWaiting(stage: Stage): WaitingMessage | null {
  const waiting = stage.waiting()
  return waiting.length === 0 ? null : (waiting[stage.choices.int(waiting.length)] ?? null)
}

/** Weighted by how often people do it. */
const OFTEN: readonly (keyof typeof ACTS)[] = [
  'send',
  'send',
  'send',
  'send',
  'cancel',
  'cancel',
  'continue',
  'retry',
  'open',
  'waitTillIdle',
  'waitTillNextStep',
]
const NAMES: readonly string[] = [...OFTEN, ...Object.keys(ACTS)]
const ALL: Readonly<Record<string, Act>> = { ...ACTS, ...ANSWERS, ...REPLIES }
const REPLY_NAMES: readonly string[] = Object.keys(REPLIES)
const ANSWER_NAMES: readonly string[] = Object.keys(ANSWERS)

/** Returns the button that the screen offers for continuing, if any. */
function offered({ choices, state }: Stage): keyof typeof ACTS | null {
  if (state.type === 'error') return 'retry'
  if (isAskedForTime(state)) return choices.pick('extend', 'extend', 'cancel')
  if (state.type === 'contextExhausted') return choices.pick('compact', 'compact', 'rewind')
  return state.type === 'idle' && state.unfinished !== null ? 'continue' : null
}

function namesFor(stage: Stage): readonly string[] {
  if (stage.hasEdits() && stage.choices.int(6) === 5) return ['undo']
  if (questioned(stage) !== null && stage.choices.int(4) !== 3) return REPLY_NAMES
  const button = offered(stage)
  const isPressed =
    (randomAnswer(stage).length > 0 || button !== null) && stage.choices.int(4) !== 3
  if (!isPressed) return NAMES
  if (button === null) return ANSWER_NAMES
  return stage.choices.int(2) === 0 ? [button] : NAMES
}

/** Acts that touch other conversations. The permissions chosen last become those of new conversations. */
const AFFECTS_OTHERS = /^switch|^configure|^instructFolder|^openSecondWindow|^remove/

/** Weights for people who act on late events. */
const QUICKLY: readonly (keyof typeof ACTS)[] = [
  'send',
  'cancel',
  'stopAndSend',
  'answerLate',
  'answerLate',
  'answerQuestionLate',
  'retry',
  'continue',
  'compact',
  'undo',
]

/** `near`: only acts that touch no other conversation. */
export type ActScope = 'any' | 'near' | 'late'

/** Performs one act and returns its name. */
export function act(stage: Stage, scope: ActScope = 'any'): string {
  const names = scope === 'late' && stage.choices.int(2) === 1 ? QUICKLY : namesFor(stage)
  const name = names[stage.choices.int(names.length)] ?? 'send'
  if (scope !== 'near' || !AFFECTS_OTHERS.test(name)) ALL[name]?.(stage)
  return name
}
