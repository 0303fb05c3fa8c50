import { z } from 'zod'

/** Where keys rest: in files that the keyring of the system seals, in files as they are, or in memory until Phoenix ends. */
export const KeyRest = z.enum(['sealed', 'file', 'memory'])
export type KeyRest = z.infer<typeof KeyRest>

/** here: it seals what is written. missing: there is none that protects anything. unasked: this host cannot ask it. */
export const KeyringState = z.enum(['here', 'missing', 'unasked'])
export type KeyringState = z.infer<typeof KeyringState>

/** What the screen may know of where keys rest: nothing of a key. */
export const KeysView = z
  .object({
    keyring: KeyringState,
    /** What is in force: of a key that is entered now. */
    rest: KeyRest,
    /** Of their files. */
    folder: z.string(),
  })
  .readonly()
export type KeysView = z.infer<typeof KeysView>
