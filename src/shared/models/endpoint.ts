import * as z from '../schema.ts'
import { KeyStorage } from './key-storage.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL } from './model-name.ts'
import { OwnPrice } from './price.ts'
import { OwnTimeouts } from './timeouts.ts'

/** Prefix of its models' names: short, and without `/`. */
export const EndpointId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens, at most 40.')
  .refine((id) => id !== ANTHROPIC_ENDPOINT && id !== DEMO_MODEL, 'This name is taken.')

/**
 * The API that it speaks. `openai`: chat completions, which most servers speak; `responses`: OpenAI's newer API;
 * `gemini`: Google's own API; `bedrock` and `vertex`: Claude in the clouds of Amazon and Google.
 */
export const EndpointKind = z.enum([
  'openai',
  'responses',
  'anthropic',
  'gemini',
  'bedrock',
  'vertex',
])
export type EndpointKind = z.infer<typeof EndpointKind>

/** A model of an endpoint. Null: what Phoenix knows or assumes about it; for a price: unknown. */
export const EndpointModel = z
  .object({
    id: z.string().trim().min(1).max(200),
    contextTokens: z.number().int().min(1_000).max(100_000_000).nullable(),
    outputTokens: z.number().int().min(1).max(10_000_000).nullable(),
    /** Absent in models saved before there were prices. */
    price: OwnPrice.nullable().default(null),
    /** What its server calls it. Absent: its id is all it has. */
    displayName: z.string().trim().min(1).max(200).optional(),
  })
  .readonly()
export type EndpointModel = z.infer<typeof EndpointModel>

/** The region of a cloud, as `eu-central-1`. Absent or '': taken from the address, or the kind has none. */
export const CloudRegion = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{0,40}$/, 'A region has lower-case letters, digits and hyphens.')
  .optional()
/** The project in Google's cloud, as `my-project-1`. Absent or '': taken from the key, or the kind has none. */
export const CloudProject = z
  .string()
  .trim()
  .regex(/^[a-z0-9:.-]{0,100}$/, 'A project has lower-case letters, digits and hyphens.')
  .optional()

const named = {
  id: EndpointId,
  kind: EndpointKind,
  baseUrl: z.string().trim().min(1).max(2000),
  models: z.array(EndpointModel).max(1_000).readonly(),
  timeouts: OwnTimeouts,
  region: CloudRegion,
  project: CloudProject,
}

/** An endpoint as the screen may see it: only the names of its secrets. */
export const EndpointView = z
  .object({
    ...named,
    hasKey: z.boolean(),
    headerNames: z.array(z.string()).readonly(),
    /** Where its secrets are stored; null if it has none. */
    keyRest: KeyStorage.nullable(),
  })
  .readonly()
export type EndpointView = z.infer<typeof EndpointView>

const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'This is not a valid header name.')
const HeaderValue = z
  .string()
  .max(4000)
  .regex(/^[\x20-\x7e]+$/, 'This value is not allowed in a header.')

/**
 * What a person entered. Null keeps the saved value; an `apiKey` of '' removes it. AWS keys are one text, separated by
 * colons; a service account is the JSON of its key file.
 */
export const EndpointDraft = z
  .object({
    ...named,
    apiKey: z.string().trim().max(10_000).nullable(),
    headers: z.record(HeaderName, HeaderValue).readonly().nullable(),
  })
  .readonly()
export type EndpointDraft = z.infer<typeof EndpointDraft>
