import { z } from 'zod'

/**
 * Where keys are stored: in files encrypted with the system's keyring, in plain files, or in memory until Phoenix ends.
 */
export const KeyRest = z.enum(['sealed', 'file', 'memory'])
export type KeyRest = z.infer<typeof KeyRest>

/** `here`: encrypts what is written. `missing`: no keyring that protects anything. `unasked`: this host cannot use it. */
export const KeyringState = z.enum(['here', 'missing', 'unasked'])
export type KeyringState = z.infer<typeof KeyringState>

/** The screen's view of where keys are stored, without any key. */
export const KeysView = z
  .object({
    keyring: KeyringState,
    /** Where a key entered now would be stored. */
    rest: KeyRest,
    /** The folder of the key files. */
    folder: z.string(),
  })
  .readonly()
export type KeysView = z.infer<typeof KeysView>
