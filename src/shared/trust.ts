import { z } from 'zod'

/**
 * What of a folder a person has a word on. All are off until they have allowed them, except `instructions` (AGENTS.md, CLAUDE.md and what
 * these import): they count from their first use until a person says no (docs/decisions/145), and `words`: what a server says of itself and its
 * tools (docs/decisions/147).
 */
export const TrustKind = z.enum([
  'server',
  'hooks',
  'skill',
  'agent',
  'command',
  'instructions',
  'words',
])
export type TrustKind = z.infer<typeof TrustKind>

/** What a person has said of it. `changed`: yes, to what it was before. */
export const Trust = z.enum(['allowed', 'changed', 'notAllowed'])
export type Trust = z.infer<typeof Trust>

/** The most of a text that is kept to be compared with what follows it, in UTF-16 code units. */
export const MAX_TRUST_TEXT = 32 * 1024

/** Where something stands that a person has to allow. */
export const Standing = z.object({
  trust: Trust,
  /** A unified diff of what has changed since it was allowed; null: nothing has, or what it was is not kept. */
  difference: z.string().nullable(),
})
export type Standing = Readonly<z.infer<typeof Standing>>

/** Something that waits for a person's word, or has it. */
export const TrustView = z
  .object({
    kind: TrustKind.exclude(['server', 'words']),
    /** Its own among those of its kind, whatever stands in it. */
    name: z.string(),
    /** What it is called: by an agent, a skill; empty: it has no name. */
    title: z.string(),
    /** Its file as people write it, from the folder or with `~`. */
    path: z.string(),
    /** `folder`: of the conversation's. `person`: of the person's own files, for all conversations. */
    origin: z.enum(['folder', 'person']),
    /** What yes is said to. */
    hash: z.string(),
    /** What it says or would run. */
    text: z.string(),
    ...Standing.shape,
    /** Sentences about what of it is not used. */
    problems: z.array(z.string()).readonly(),
  })
  .readonly()
export type TrustView = z.infer<typeof TrustView>
