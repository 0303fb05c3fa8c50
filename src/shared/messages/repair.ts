import { z } from 'zod'
import { Effort } from '../models/effort.ts'
import { BlobHash } from '../ids.ts'

/**
 * Where a server can require reasoning, in its own terms: in a field of the message, or in one of a call
 * (`extra_content`).
 */
export const ReasoningField = z.enum(['reasoning_content', 'thought_signature'])
export type ReasoningField = z.infer<typeof ReasoningField>

/**
 * A change to the requests of a conversation after its model refused one, from then on and for that model.
 * `shortOutputs`: long tool results before the newest reply lose their middle: the first step if the conversation is
 * longer than the model can read, or the request larger than its server accepts. `withoutEarlierThinking`: its thinking
 * before the newest message; a running round keeps its own. `withoutReasoning`: the server accepts back none of its
 * additions to text and calls. `withReasoningMarks`: it requires reasoning with every reply, even those that came
 * without, or from another model. `renamedCalls`: it accepts only short plain ids. `withoutDocuments`: a PDF is only
 * named, no longer shown.
 */
export const Repair = z.discriminatedUnion('type', [
  /** Without an effort, whenever it would be this one. */
  z.object({ type: z.literal('withoutEffort'), effort: Effort }).readonly(),
  z.object({ type: z.literal('withoutReasoning') }).readonly(),
  z.object({ type: z.literal('withReasoningMarks'), field: ReasoningField }).readonly(),
  z.object({ type: z.literal('renamedCalls') }).readonly(),
  z.object({ type: z.literal('callsAsText') }).readonly(),
  z.object({ type: z.literal('withoutEarlierThinking') }).readonly(),
  z.object({ type: z.literal('withoutThinking') }).readonly(),
  /** Those that it named, or the newest. */
  z.object({ type: z.literal('withoutImages'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('withoutAllImages'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('withoutDocuments'), blobs: z.array(BlobHash).readonly() }).readonly(),
  z.object({ type: z.literal('shortOutputs') }).readonly(),
  /** A summary is requested, which replaces the refused history. */
  z.object({ type: z.literal('withSummary') }).readonly(),
])
export type Repair = z.infer<typeof Repair>

/** Each once per turn. Which fit, and their order: core/request/repairs.ts. */
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
