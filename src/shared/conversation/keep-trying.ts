import * as z from '../schema.ts'

/** How long a turn keeps asking a failing model, beyond the first attempts (docs/decisions/034). */
export const KeepTrying = z.enum(['off', '15min', '1h', '4h'])
export type KeepTrying = z.infer<typeof KeepTrying>

/** A person's choice for a conversation; null: the app's choice. */
export const ChosenKeepTrying = KeepTrying.nullable()
export type ChosenKeepTrying = z.infer<typeof ChosenKeepTrying>

const MINUTE_MS = 60_000

/** In ms. */
export const KEEP_TRYING_MS: Readonly<Record<KeepTrying, number>> = {
  off: 0,
  '15min': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
}
