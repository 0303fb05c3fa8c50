import * as z from '../schema.ts'
import { CallId, ConversationId, MessageId } from '../ids.ts'

/** Who said it, or the kind of place it was found in. */
export const SearchRole = z.enum(['title', 'person', 'agent', 'input', 'output'])
export type SearchRole = z.infer<typeof SearchRole>

/** `best`: first conversations with a match in the title, then those with the most matches. */
export const SearchOrder = z.enum(['newest', 'best'])
export type SearchOrder = z.infer<typeof SearchOrder>

/** `running`: a turn is under way. `needsYou`: waits for a person. `archived`: in any state. */
export const SearchedState = z.enum(['running', 'needsYou', 'resting', 'archived'])
export type SearchedState = z.infer<typeof SearchedState>

/** Where a page of results begins: after this many conversations, below this key (null: all messages). */
export const SearchPlace = z
  .object({
    skip: z.number().int().nonnegative(),
    belowKey: z.number().int().positive().nullable(),
  })
  .readonly()
export type SearchPlace = z.infer<typeof SearchPlace>

/** Maximum length of a search text, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 500

const text = z.string().max(MAX_SEARCH_LENGTH)

/** A search in all conversations. Null: no filter. Times are ms since 1970: from `since`, before `until`. */
export const SearchQuery = z
  .object({
    text,
    order: SearchOrder,
    role: SearchRole.nullable(),
    folder: z.string().max(4096).nullable(),
    state: SearchedState.nullable(),
    since: z.number().nullable(),
    until: z.number().nullable(),
    from: SearchPlace,
  })
  .readonly()
export type SearchQuery = z.infer<typeof SearchQuery>

/** Ranges of the accompanying text, in UTF-16 code units. */
const marks = z.array(z.tuple([z.number().int(), z.number().int()]).readonly()).readonly()

/** One match. */
export const SearchHit = z
  .object({
    /** If a sub-agent said it: the message that started the sub-agent. */
    messageId: MessageId,
    seq: z.number().int().positive(),
    /** The call whose card contains it; null if it is in the message itself. */
    callId: CallId.nullable(),
    role: SearchRole.exclude(['title']),
    at: z.number(),
    isTakenBack: z.boolean(),
    isBySubAgent: z.boolean(),
    /** A part of what was said, with the matches marked. */
    text: z.string(),
    marks,
  })
  .readonly()
export type SearchHit = z.infer<typeof SearchHit>

export const FoundConversation = z
  .object({
    id: ConversationId,
    title: z.string(),
    titleMarks: marks,
    folder: z.string(),
    updatedAt: z.number(),
    /** The number of messages with matches. */
    count: z.number().int().nonnegative(),
    /** True if not all were counted. */
    hasMore: z.boolean(),
    hits: z.array(SearchHit).readonly(),
  })
  .readonly()
export type FoundConversation = z.infer<typeof FoundConversation>

/** Progress of indexing the older history. Null if all is indexed. */
export const Indexing = z
  .object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() })
  .readonly()
  .nullable()
export type Indexing = z.infer<typeof Indexing>

export const SearchAnswer = z
  .object({
    conversations: z.array(FoundConversation).readonly(),
    /** Null if there are no more. */
    next: SearchPlace.nullable(),
    indexing: Indexing,
  })
  .readonly()
export type SearchAnswer = z.infer<typeof SearchAnswer>

/** One place of a conversation with `count` matches. */
export const PlaceWithin = SearchHit.unwrap()
  .omit({ text: true, marks: true, at: true, isBySubAgent: true })
  .extend({ count: z.number().int().positive() })
  .readonly()
export type PlaceWithin = z.infer<typeof PlaceWithin>

export const WithinAnswer = z
  .object({
    /** In the order in which the page shows them. */
    places: z.array(PlaceWithin).readonly(),
    /** True: the typed words were found next to each other (`phraseIn`), so places with only some of them do not count. */
    isPhrase: z.boolean(),
    /** True if there are earlier places that were not counted. */
    hasMore: z.boolean(),
    indexing: Indexing,
  })
  .readonly()
export type WithinAnswer = z.infer<typeof WithinAnswer>
