import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { createSqliteStore } from '../src/main/adapters/sqlite/store.ts'
import { openDatabase } from '../src/main/adapters/sqlite/open-database.ts'
import { agent, call, summary, text, user } from '../src/main/core/testing/test-messages.ts'
import type { Commit } from '../src/main/runtime/ports/history-store.ts'
import type { Store } from '../src/main/runtime/ports/store.ts'
import { callIdOf } from '../src/shared/messages/call-id.ts'
import { IDLE } from '../src/shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'
import type { MessageContent } from '../src/shared/messages/message.ts'
import { freshFolder } from '../e2e/support/host.ts'
import { prepareGivingBack } from '../src/main/adapters/sqlite/history/give-back.ts'
import { prepareIndexJob } from '../src/main/adapters/sqlite/search/index-job.ts'
import type { Trial } from './bench.ts'
import { variedTexts } from './varied-texts.ts'

/** The size of a stored history. */
export interface HistorySize {
  readonly conversations: number
  /** Per conversation. */
  readonly messages: number
  /** True if each conversation has different texts. Default: all have the same. */
  readonly isVaried?: boolean
  /** A summary follows each run of this many messages. Default: none. */
  readonly summaryEvery?: number
}

/** The history of a person after years: each conversation has different texts. */
export const MILLION: HistorySize = { conversations: 10_000, messages: 100, isVaried: true }

/**
 * A summary after 400 messages of a kilobyte each: about half of a model's context. The last summary is 200 messages
 * before the end.
 */
const LONG: HistorySize = { conversations: 5, messages: 20_200, isVaried: true, summaryEvery: 400 }
const LONG_IN_SHORT: HistorySize = { ...LONG, conversations: 2, messages: 1_000 }

/** A few very long conversations. */
export function longHistory({ isShort }: Pick<Trial, 'isShort'>): HistorySize {
  return isShort ? LONG_IN_SHORT : LONG
}

/** A user message, a call, its result, an answer. */
const TURN = 4
const OUTPUT = 'src/main/core/request/build-request.ts: const value = 1\n'.repeat(5)
const FIRST_DAY = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const SUMMARY_WORDS = 1_000
/** Conversations per transaction. */
const PER_TRANSACTION = 50

/** The title of a conversation in the list. */
export function titleOf(conversation: number): string {
  return `Conversation ${conversation.toString().padStart(5, '0')}`
}

/** The last words of a conversation. */
export function endOf(conversation: number): string {
  return `This is the end of ${titleOf(conversation)}.`
}

export function idOf(conversation: number): ConversationId {
  const number = conversation.toString().padStart(12, '0')
  return `00000000-0000-4000-8000-${number}` as ConversationId
}

/** Returns a separate data folder with this history. Created once, then copied from the cache. */
export function folderWith(
  history: HistorySize,
  { cacheFolder }: Pick<Trial, 'cacheFolder'>,
): string {
  const every = history.summaryEvery === undefined ? '' : `-summed-${history.summaryEvery}`
  const kind = `${history.isVaried === true ? '-varied' : ''}${every}`
  const cached = join(cacheFolder, `${history.conversations}-of-${history.messages}${kind}`)
  if (!existsSync(cached)) {
    const made = `${cached}.new`
    mkdirSync(made)
    write(history, join(made, 'phoenix.db'))
    renameSync(made, cached)
  }
  const folder = freshFolder('data')
  cpSync(cached, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  flush(join(folder, 'phoenix.db'))
  return folder
}

/** A gigabyte that the system still has to write would delay every flush of the program under test. */
function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

function write(history: HistorySize, file: string): void {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.error)
  const db = opened.value
  // This file need not survive a power cut.
  db.pragma('synchronous = OFF')
  const work = prepareIndexJob(db)
  const store = createSqliteStore(db, { warn: (what, { error }) => fail(`${what}: ${error}`) })
  const conversations = Array.from({ length: history.conversations }, (_, index) => index + 1)
  const folder = freshFolder('work')
  const say = summed(history, history.isVaried === true ? variedContent() : contentAt)
  // In parts: the index keeps the writes of one transaction in memory.
  for (let from = 0; from < conversations.length; from += PER_TRANSACTION) {
    db.transaction(() => {
      for (const each of conversations.slice(from, from + PER_TRANSACTION))
        writeConversation(store, each, { count: history.messages, folder, say })
    })()
  }
  const giveBack = prepareGivingBack(db)
  while (work() === 'worked' || giveBack());
  db.close()
}

interface Written {
  readonly count: number
  readonly folder: string
  readonly say: (conversation: number, index: number, count: number) => MessageContent
}

function writeConversation(store: Store, number: number, { count, folder, say }: Written): void {
  const [id, at] = [idOf(number), FIRST_DAY + number * MINUTE]
  store.createConversation({ id, folder, permissionMode: 'auto', at })
  const messages = Array.from({ length: count }, (_, index) => {
    return { id: messageId(number, index), at, content: say(number, index, count) }
  })
  store.commit(commitOf({ conversationId: id, messages, at, title: titleOf(number) }))
}

function commitOf(part: Pick<Commit, 'conversationId' | 'messages' | 'at' | 'title'>): Commit {
  const nothing = {
    after: 0,
    rows: [],
    delivered: [],
    children: [],
    clearsDraft: false,
    holdsWaiting: false,
    unarchives: false,
    rules: [],
    folder: null,
  }
  return { ...part, ...nothing, state: IDLE }
}

function summed({ summaryEvery }: HistorySize, say: Written['say']): Written['say'] {
  if (summaryEvery === undefined) return say
  const { prose } = variedTexts()
  return (conversation, index, count) =>
    index % summaryEvery === summaryEvery - 1 && index < count - 1
      ? summary(prose(index, SUMMARY_WORDS))
      : say(conversation, index, count)
}

function contentAt(conversation: number, index: number, count: number): MessageContent {
  if (index === count - 1) return agent(text(endOf(conversation)))
  switch (index % TURN) {
    case 0:
      return user('Go on with the next part, and say what you have found.')
    case 1:
      return agent(text('I look.'), call(`call_${index}`))
    case 2:
      return resultOf(messageId(conversation, index - 1))
    default:
      return agent(text('This is what I have found. '.repeat(5)))
  }
}

/** Texts as long as those of people and programs, a kilobyte per message. */
function variedContent(): Written['say'] {
  const { lines, prose } = variedTexts()
  return (conversation, index, count) => {
    if (index === count - 1) return agent(text(endOf(conversation)))
    const seed = conversation * count + index
    switch (index % TURN) {
      case 0:
        return user(prose(seed, 25))
      case 1:
        return agent(text(prose(seed, 20)), call(`call_${index}`))
      case 2:
        return resultOf(messageId(conversation, index - 1), lines(seed, 30))
      default:
        return agent(text(prose(seed, 120)))
    }
  }
}

function resultOf(reply: MessageId, printed = OUTPUT): MessageContent {
  const content = [{ type: 'text', text: printed }] as const
  const ended = { outcome: 'ok', durationMs: 1, summary: null, files: [] } as const
  return { type: 'tool', callId: callIdOf(reply, 0), content, ...ended }
}

function messageId(conversation: number, index: number): MessageId {
  return `m${conversation}-${index}` as MessageId
}

function fail(reason: string): never {
  throw new Error(reason)
}
