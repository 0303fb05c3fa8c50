import * as z from '../schema.ts'

/** How hard a model thinks, in ascending order. */
export const EffortLevel = z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max'])
export type EffortLevel = z.infer<typeof EffortLevel>

/** `auto`: the model's own default; requests contain no effort. */
export const Effort = z.enum(['auto', ...EffortLevel.options])
export type Effort = z.infer<typeof Effort>

/** The effort that a person chose for a conversation; null for the app's choice. */
export const ChosenEffort = Effort.nullable()
export type ChosenEffort = z.infer<typeof ChosenEffort>

/** The levels offered for an unknown model. If it refuses one, the request is repeated without (docs/decisions/019). */
export const ASSUMED_LEVELS: readonly EffortLevel[] = ['low', 'medium', 'high']

/**
 * Returns the wanted level or the nearest one below that the model supports, else its lowest. A model without levels
 * gets none, and `none` is never raised: a model that cannot stop thinking then uses its default.
 */
export function effortWithin(levels: readonly EffortLevel[], wanted: Effort): Effort {
  if (wanted === 'auto' || levels.length === 0) return 'auto'
  if (wanted === 'none' && !levels.includes('none')) return 'auto'
  const order = EffortLevel.options
  const below = order.slice(0, order.indexOf(wanted) + 1).findLast((each) => levels.includes(each))
  return below ?? order.find((each) => levels.includes(each)) ?? 'auto'
}
