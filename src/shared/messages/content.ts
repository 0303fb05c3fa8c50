import { z } from 'zod'
import { AttachedImage } from './attachment.ts'
import { BlobHash } from '../ids.ts'
import { Source, WebStep } from './web-step.ts'

/**
 * JSON of a model or a provider, kept as it came. `z.record` copies key by key and loses one that is called `__proto__`, so
 * what is read back would differ from what was stored.
 */
const ForeignJson = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** What the model gave a call. Text that is no JSON object is kept as it came and never becomes `{}`. */
export const CallInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('object'), value: ForeignJson }).readonly(),
  z.object({ type: z.literal('unparsed'), text: z.string() }).readonly(),
])
export type CallInput = z.infer<typeof CallInput>

/**
 * One block of a reply, stored as received: text, thinking and signatures equal character by character.
 * `providerItem` is what a provider wants back and nobody reads, at its place among the blocks; `other` a block that we do
 * not know, as the provider's own JSON (docs/decisions/030).
 */
export const Block = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('text'),
      text: z.string(),
      /** What it cites, each once. Absent: nothing. */
      sources: z.array(Source).readonly().optional(),
      /** Fields that the provider put beside it and wants back, by their names. Absent: none. */
      provider: ForeignJson.optional(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('thinking'),
      text: z.string(),
      signature: z.string().nullable(),
      /** Under which name of a chat completion it came. Absent: it came under none, or before that was kept. */
      field: z.string().optional(),
    })
    .readonly(),
  z.object({ type: z.literal('redactedThinking'), data: z.string() }).readonly(),
  z
    .object({
      type: z.literal('toolCall'),
      providerCallId: z.string(),
      name: z.string(),
      input: CallInput,
      /** Fields that the provider put beside it, by their names. Absent: none. */
      provider: ForeignJson.optional(),
    })
    .readonly(),
  /** `field`: under which name of its reply it came. */
  z.object({ type: z.literal('providerItem'), field: z.string(), json: ForeignJson }).readonly(),
  /** A step of a tool that ran at the provider: what people see of it, and as it came. */
  z.object({ type: z.literal('serverTool'), step: WebStep, json: ForeignJson }).readonly(),
  z.object({ type: z.literal('other'), json: ForeignJson }).readonly(),
])
export type Block = z.infer<typeof Block>

/** What a tool hands to the model. */
export const ToolContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }).readonly(),
  /** The copy of an image that models and screens get, as of an attachment. */
  AttachedImage.unwrap()
    .omit({ original: true, copy: true })
    .extend({ type: z.literal('image'), blob: BlobHash })
    .readonly(),
])
export type ToolContent = z.infer<typeof ToolContent>

/** The words of a result, without its images. */
export function textsOf(content: readonly ToolContent[]): readonly string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
