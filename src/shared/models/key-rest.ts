import { z } from 'zod'

/**
 * Where keys are stored: in files encrypted with the system's keyring, in plain files, or in memory until Phoenix ends.
 */
export const KeyRest = z.enum(['sealed', 'file', 'memory'])
export type KeyRest = z.infer<typeof KeyRest>

/**
 * here: it encrypts what is written. missing: there is none that protects anything. unasked: this host cannot use it.
 */
export const KeyringState = z.enum(['here', 'missing', 'unasked'])
export type KeyringState = z.infer<typeof KeyringState>

/** What the screen may know about where keys are stored: nothing of a key. */
export const KeysView = z
  .object({
    keyring: KeyringState,
    /** In effect, for a key that is entered now. */
    rest: KeyRest,
    /** Of their files. */
    folder: z.string(),
  })
  .readonly()
export type KeysView = z.infer<typeof KeysView>
