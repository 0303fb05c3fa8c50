import type Database from 'better-sqlite3'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import type { MessageContent, NewMessage } from '../../../../shared/messages/message.ts'
import type {
  FoundConversation,
  SearchAnswer,
  SearchQuery,
} from '../../../../shared/search/search.ts'
import { append } from '../../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../../runtime/ports/store.ts'
import { prepareSearch } from './answer-search.ts'
import type { Limits } from './found-keys.ts'
import { prepareIndexJob } from './index-job.ts'

export const EVERYTHING: SearchQuery = {
  text: '',
  order: 'newest',
  role: null,
  folder: null,
  state: null,
  since: null,
  until: null,
  from: { skip: 0, belowKey: null },
}

export const PATIENT: Limits = { messages: 20_000, ms: 60_000, isStopped: () => false }

let made = 0

export function messageOf(content: MessageContent, at = 5): NewMessage {
  made += 1
  return { id: `said${made}` as MessageId, at, content }
}

export function byPerson(text: string, at = 5): NewMessage {
  return messageOf({ type: 'user', text, attachments: [], author: 'person' }, at)
}

interface AddedMessages {
  readonly title?: string
  readonly folder?: string
  readonly at?: number
}

/** Creates a conversation with these messages, and a title if one is given. */
export function addMessages(
  store: Store,
  id: string,
  messages: readonly NewMessage[],
  { at = 5, folder = '/work', title }: AddedMessages = {},
): ConversationId {
  const conversationId = id as ConversationId
  if (store.conversation(conversationId) === null) {
    store.createConversation({ id: conversationId, folder, permissionMode: 'ask', at })
  }
  const done = append(store, { conversationId, messages, at, title: title ?? null })
  if (!done.ok) throw new Error(done.error)
  return conversationId
}

export function search(
  db: Database.Database,
  text: string,
  query: Partial<SearchQuery> = {},
  limits: Limits = PATIENT,
): SearchAnswer {
  return prepareSearch(db)({ ...EVERYTHING, ...query, text }, limits)
}

/** The conversations in which it is found. */
export function idsWith(
  db: Database.Database,
  text: string,
  query: Partial<SearchQuery> = {},
): readonly string[] {
  return search(db, text, query).conversations.map(({ id }) => id)
}

export function only(answer: SearchAnswer): FoundConversation {
  const [first, ...others] = answer.conversations
  if (first === undefined || others.length > 0) throw new Error(`${others.length} others`)
  return first
}

/** The marked text in the displayed matches. */
export function markedIn({ hits }: FoundConversation): readonly string[] {
  return hits.flatMap(({ marks, text }) => marks.map(([from, to]) => text.slice(from, to)))
}

/** Works until there is nothing to do; returns the number of slices. */
export function workToTheEnd(db: Database.Database): number {
  const work = prepareIndexJob(db)
  for (let slices = 0; ; slices += 1) if (work() === 'done') return slices
}
