import * as z from '../schema.ts'
import { AttachedImage } from './attachment.ts'
import { BlobHash } from '../ids.ts'
import { Source, WebStep } from './web-step.ts'

/**
 * JSON of a model or a provider, kept unchanged. `z.record` copies key by key and loses a key called `__proto__`, so
 * stored and reread JSON would differ.
 */
const ForeignJson = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** The model's input for a call. Text that is not a JSON object is kept as it came and never becomes `{}`. */
export const CallInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('object'), value: ForeignJson }).readonly(),
  z.object({ type: z.literal('unparsed'), text: z.string() }).readonly(),
])
export type CallInput = z.infer<typeof CallInput>

/**
 * One block of a reply, stored as received: text, thinking and signatures are equal character by character.
 * `providerItem` is opaque data to send back to the provider, at its place among the blocks; `other` is an unknown
 * block, as the provider's own JSON (docs/decisions/030).
 */
export const Block = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('text'),
      text: z.string(),
      /** Its distinct citations. Absent if there are none. */
      sources: z.array(Source).readonly().optional(),
      /** Additional fields to send back to the provider, by name. Absent if there are none. */
      provider: ForeignJson.optional(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('thinking'),
      text: z.string(),
      signature: z.string().nullable(),
      /** The chat completion field it came in. Absent if none, or if recorded by an earlier version. */
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
      /** The provider's additional fields, by name. Absent if there are none. */
      provider: ForeignJson.optional(),
    })
    .readonly(),
  /** `field`: its name in the reply. */
  z.object({ type: z.literal('providerItem'), field: z.string(), json: ForeignJson }).readonly(),
  /** A step of a tool that ran at the provider: what people see of it, and the original JSON. */
  z.object({ type: z.literal('serverTool'), step: WebStep, json: ForeignJson }).readonly(),
  z.object({ type: z.literal('other'), json: ForeignJson }).readonly(),
])
export type Block = z.infer<typeof Block>

/** A part of a tool's result for the model. */
export const ToolContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }).readonly(),
  /** The copy of an image for models and screens, as with an attachment. */
  AttachedImage.unwrap()
    .omit({ original: true, copy: true })
    .extend({ type: z.literal('image'), blob: BlobHash })
    .readonly(),
])
export type ToolContent = z.infer<typeof ToolContent>

/** Returns the texts of a result, without its images. */
export function textsOf(content: readonly ToolContent[]): readonly string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
