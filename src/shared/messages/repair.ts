import * as z from '../schema.ts'
import { Effort } from '../models/effort.ts'
import { BlobHash } from '../ids.ts'

/**
 * Where a server requires reasoning, in its own terms: in a field of the message, or in a field of a call
 * (`extra_content`).
 */
export const ReasoningField = z.enum(['reasoning_content', 'thought_signature'])
export type ReasoningField = z.infer<typeof ReasoningField>

/**
 * A change to a conversation's requests after its model refused one; applies to all later requests to that model.
 * `shortOutputs`: cuts the middle of long tool results before the newest reply: the first step if the conversation
 * exceeds the model's context, or the request its server's limit. `withoutEarlierThinking`: omits thinking from before
 * the newest message; a running round keeps its own. `withoutReasoning`: sends back none of the server's additions to
 * text and calls. `withReasoningMarks`: adds reasoning to every reply, even to those that came without or from another
 * model. `renamedCalls`: uses short plain call ids. `withoutDocuments`: only names a PDF instead of sending it.
 */
export const Repair = z.discriminatedUnion('type', [
  /** Omits the effort wherever it would be this one. */
  z.object({ type: z.literal('withoutEffort'), effort: Effort }).readonly(),
  z.object({ type: z.literal('withoutReasoning') }).readonly(),
  z.object({ type: z.literal('withReasoningMarks'), field: ReasoningField }).readonly(),
  z.object({ type: z.literal('renamedCalls') }).readonly(),
  z.object({ type: z.literal('callsAsText') }).readonly(),
  z.object({ type: z.literal('withoutEarlierThinking') }).readonly(),
  z.object({ type: z.literal('withoutThinking') }).readonly(),
  /** The images named in the refusal, or the newest. */
  z.object({ type: z.literal('withoutImages'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('withoutAllImages'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('withoutDocuments'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('shortOutputs') }).readonly(),
  /** Requests a summary, which replaces the refused history. */
  z.object({ type: z.literal('withSummary') }).readonly(),
])
export type Repair = z.infer<typeof Repair>

/** Each is used at most once per turn. For their order and which of them fit, see core/request/repairs.ts. */
export const RepairType = z.enum([
  'withoutEffort',
  'withoutReasoning',
  'withReasoningMarks',
  'renamedCalls',
  'callsAsText',
  'withoutEarlierThinking',
  'withoutThinking',
  'withoutImages',
  'withoutAllImages',
  'withoutDocuments',
  'shortOutputs',
  'withSummary',
])
export type RepairType = z.infer<typeof RepairType>
