import { z } from 'zod'
import { Effort } from '../models/effort.ts'
import { BlobHash } from '../ids.ts'

/** Where a server can want reasoning, in its own words: beside what was said, or beside a call (`extra_content`). */
export const ReasoningField = z.enum(['reasoning_content', 'thought_signature'])
export type ReasoningField = z.infer<typeof ReasoningField>

/**
 * What is changed in the requests of a conversation after its model refused one, from then on and for that model.
 * `shortOutputs`: of the results of tools before the newest reply the middle is left out, where they are long: the first
 * step where the conversation is longer than the model can read, or the request larger than its server takes.
 * `withoutEarlierThinking`: what it thought before the newest message; a round that runs keeps its own. `withoutReasoning`:
 * the server takes back none of what it gave beside words and calls. `withReasoningMarks`: it wants reasoning with every
 * reply, also with those that came without, or from another model. `renamedCalls`: it takes no ids but short plain ones.
 * `withoutDocuments`: a PDF is named and not shown any more.
 */
export const Repair = z.discriminatedUnion('type', [
  /** Without a word on how hard to think, wherever it would be this one. */
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
  /** A summary is asked for: it stands for the history that was refused. */
  z.object({ type: z.literal('withSummary') }).readonly(),
])
export type Repair = z.infer<typeof Repair>

/** Each once a turn. Which fit, and in which order they are tried: core/request/repairs.ts. */
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
