import { z } from 'zod'
import { CallId, ConversationId, MessageId } from '../ids.ts'

/** Who said it, or where it is. */
export const SearchRole = z.enum(['title', 'person', 'agent', 'input', 'output'])
export type SearchRole = z.infer<typeof SearchRole>

/** `best`: first conversations with a match in the title, then those with the most matches. */
export const SearchOrder = z.enum(['newest', 'best'])
export type SearchOrder = z.infer<typeof SearchOrder>

/** `running`: a turn is under way. `needsYou`: it waits for a person. `archived`: whatever it does. */
export const SearchedState = z.enum(['running', 'needsYou', 'resting', 'archived'])
export type SearchedState = z.infer<typeof SearchedState>

/** Where a page of results begins: after this many conversations, below this key (null: in all). */
export const SearchPlace = z
  .object({
    skip: z.number().int().nonnegative(),
    belowKey: z.number().int().positive().nullable(),
  })
  .readonly()
export type SearchPlace = z.infer<typeof SearchPlace>

/** The longest search text, in UTF-16 code units. */
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

/** In UTF-16 code units of the accompanying text. */
const marks = z.array(z.tuple([z.number().int(), z.number().int()]).readonly()).readonly()

/** One match. */
export const SearchHit = z
  .object({
    /** If a sub-agent said it, the message that started the sub-agent. */
    messageId: MessageId,
    seq: z.number().int().positive(),
    /** The card that contains it; null: the message itself. */
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
    /** Messages with matches. */
    count: z.number().int().nonnegative(),
    /** There are more than were counted. */
    hasMore: z.boolean(),
    hits: z.array(SearchHit).readonly(),
  })
  .readonly()
export type FoundConversation = z.infer<typeof FoundConversation>

/** How much of the older history is indexed. Null: all of it. */
export const Indexing = z
  .object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() })
  .readonly()
  .nullable()
export type Indexing = z.infer<typeof Indexing>

export const SearchAnswer = z
  .object({
    conversations: z.array(FoundConversation).readonly(),
    /** Null: these were the last. */
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
    /** In the order of the page. */
    places: z.array(PlaceWithin).readonly(),
    /** There are earlier ones that were not counted. */
    hasMore: z.boolean(),
    indexing: Indexing,
  })
  .readonly()
export type WithinAnswer = z.infer<typeof WithinAnswer>
