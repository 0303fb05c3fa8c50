import * as z from './schema.ts'

/** Ids are opaque strings. Brands keep kinds from being mixed up. */
const id = z.string().min(1).max(200)

export const ConversationId = id.brand<'ConversationId'>()
export type ConversationId = z.infer<typeof ConversationId>

/** Created by the client for a person's message, derived by the machine for every other. */
export const MessageId = id.brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

export const EventId = id.brand<'EventId'>()
export type EventId = z.infer<typeof EventId>

export const TurnId = id.brand<'TurnId'>()
export type TurnId = z.infer<typeof TurnId>

/** The reply's id and the call's index in it. Phoenix makes these ids because a provider's call ids may repeat. */
export const CallId = id.brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** One piece of live work: a model request or a tool run. */
export const WorkId = id.brand<'WorkId'>()
export type WorkId = z.infer<typeof WorkId>

/** One test of an endpoint from Settings; created by the client. */
export const TestId = id.brand<'TestId'>()
export type TestId = z.infer<typeof TestId>

export const TimerId = id.brand<'TimerId'>()
export type TimerId = z.infer<typeof TimerId>

/** SHA-256 of a blob's bytes in lower-case hex. */
export const BlobHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'BlobHash'>()
export type BlobHash = z.infer<typeof BlobHash>

/** A sub-agent: the id of its conversation, and of the work that its parent waits for. */
export const AgentId = id.brand<'ConversationId'>().brand<'WorkId'>()
export type AgentId = ConversationId & WorkId
