import * as z from '../schema.ts'

/**
 * Where keys are stored: in files encrypted with the system's keyring, in plain files, or in memory until Phoenix ends.
 */
export const KeyStorage = z.enum(['sealed', 'file', 'memory'])
export type KeyStorage = z.infer<typeof KeyStorage>

/** `here`: encrypts what is written. `missing`: no keyring that protects anything. `unasked`: this host cannot use it. */
export const KeyringState = z.enum(['here', 'missing', 'unasked'])
export type KeyringState = z.infer<typeof KeyringState>

/** The screen's view of where keys are stored, without any key. */
export const KeysView = z
  .object({
    keyring: KeyringState,
    /** Where a key entered now would be stored. */
    rest: KeyStorage,
    /** The folder of the key files. */
    folder: z.string(),
  })
  .readonly()
export type KeysView = z.infer<typeof KeysView>
