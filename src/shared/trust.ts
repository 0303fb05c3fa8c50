import * as z from './schema.ts'

/**
 * The kinds of things that need a person's trust. All are off until allowed, except `instructions` (AGENTS.md,
 * CLAUDE.md and their imports), which apply from their first use until a person turns them off (docs/decisions/145),
 * and `words`: what a server says of itself and its tools (docs/decisions/147).
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

/** A person's decision. `changed`: allowed, but in an earlier form. */
export const Trust = z.enum(['allowed', 'changed', 'notAllowed'])
export type Trust = z.infer<typeof Trust>

/** Maximum length of a text kept for later comparison, in UTF-16 code units. */
export const MAX_TRUST_TEXT = 32 * 1024

/** The trust status of something that a person has to allow. */
export const TrustStatus = z.object({
  trust: Trust,
  /** A unified diff since it was allowed; null if nothing changed or the old form was not kept. */
  difference: z.string().nullable(),
})
export type TrustStatus = Readonly<z.infer<typeof TrustStatus>>

/** Something that a person has decided on, or has yet to. */
export const TrustView = z
  .object({
    kind: TrustKind.exclude(['server', 'words']),
    /** Unique within its kind, whatever its content. */
    name: z.string(),
    /** The name of an agent or a skill; empty if it has none. */
    title: z.string(),
    /** Its file, relative to the folder or starting with `~`. */
    path: z.string(),
    /** `folder`: from the conversation's folder. `person`: from the person's own files, for all conversations. */
    origin: z.enum(['folder', 'person']),
    /** A hash of the form that an approval is bound to. */
    hash: z.string(),
    /** Its content, or the command it would run. */
    text: z.string(),
    ...TrustStatus.shape,
    /** Sentences about the parts that are not used. */
    problems: z.array(z.string()).readonly(),
  })
  .readonly()
export type TrustView = z.infer<typeof TrustView>
