import { testAttachment } from '../src/main/core/test-attachment.ts'
import type { Attachment } from '../src/shared/attachment.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'
import type { Choices } from './choices.ts'
import type { SimulatedClient } from './simulated-client.ts'

export interface Words {
  readonly messageId: MessageId
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** What a person has in hand: a window, and a conversation to do something with. */
export interface Stage {
  readonly choices: Choices
  readonly client: SimulatedClient
  readonly id: ConversationId
  /** Words that nobody has said yet. */
  newWords(attachments: readonly Attachment[]): Words
  /** What was sent last, if anything. */
  lastWords(): Words | null
  /** An image that is kept as a blob. */
  image(): Attachment
  send(words: Words): void
  /** Must be refused: the text differs, or what it names is missing. */
  sendWrongly(words: Words, what: 'a used id' | 'a missing image'): void
  cancel(): void
  useModel(model: string): void
  /** Must change nothing. */
  changeFolder(): void
  openSecondWindow(): void
}

type Act = (stage: Stage) => void

/** Everything that people do. A new one is one entry; the first ones are the tamest. */
export const ACTS = {
  send: (stage) => stage.send(stage.newWords([])),
  cancel: (stage) => stage.cancel(),
  sendAndCancel: (stage) => {
    stage.send(stage.newWords([]))
    stage.cancel()
  },
  cancelThrice: (stage) => {
    stage.cancel()
    stage.cancel()
    stage.cancel()
  },
  continue: ({ client, id }) => client.request('turn.continue', { conversationId: id }, () => {}),
  retry: ({ client, id }) => client.request('turn.retry', { conversationId: id }, () => {}),
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
    const words = stage.lastWords()
    if (words !== null) stage.send(words)
  },
  sendTwice: (stage) => {
    const words = stage.newWords([])
    stage.send(words)
    stage.send(words)
  },
  sendUnderUsedId: (stage) => {
    const words = stage.lastWords()
    if (words !== null) stage.sendWrongly({ ...words, text: `not ${words.text}` }, 'a used id')
  },
  sendImage: (stage) => stage.send(stage.newWords([stage.image()])),
  sendMissingImage: (stage) => {
    stage.sendWrongly(stage.newWords([testAttachment('gone.png')]), 'a missing image')
  },
  switchModel: (stage) => stage.useModel(stage.choices.pick('model-b', 'model-a', 'model-c')),
  changeFolder: (stage) => stage.changeFolder(),
  openSecondWindow: (stage) => stage.openSecondWindow(),
} as const satisfies Record<string, Act>

/** As often as people do it. */
const OFTEN: readonly (keyof typeof ACTS)[] = [
  'send',
  'send',
  'send',
  'cancel',
  'cancel',
  'continue',
  'retry',
  'open',
]
const NAMES = [...OFTEN, ...Object.keys(ACTS).filter(isAct)]

function isAct(name: string): name is keyof typeof ACTS {
  return Object.hasOwn(ACTS, name)
}

/** Does one of them and says which. */
export function act(stage: Stage): string {
  const name = NAMES[stage.choices.int(NAMES.length)] ?? 'send'
  ACTS[name](stage)
  return name
}
