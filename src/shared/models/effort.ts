import { z } from 'zod'

/** How hard a model thinks, from not at all upwards. */
export const EffortLevel = z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max'])
export type EffortLevel = z.infer<typeof EffortLevel>

/** `auto`: as hard as the model does by itself; no request says how hard. */
export const Effort = z.enum(['auto', ...EffortLevel.options])
export type Effort = z.infer<typeof Effort>

/** The effort that a person has chosen for a conversation; null: the app's choice. */
export const ChosenEffort = Effort.nullable()
export type ChosenEffort = z.infer<typeof ChosenEffort>

/** What a model is offered whose name nobody knows: one that refuses it is asked again without (docs/decisions/019). */
export const ASSUMED_LEVELS: readonly EffortLevel[] = ['low', 'medium', 'high']

/**
 * What a model is asked with that takes these levels: the nearest below, else its lowest. One that takes none is not told, and
 * `none` is never made more than it is: a model that cannot do without thinking thinks as it does by itself.
 */
export function effortWithin(levels: readonly EffortLevel[], wanted: Effort): Effort {
  if (wanted === 'auto' || levels.length === 0) return 'auto'
  if (wanted === 'none' && !levels.includes('none')) return 'auto'
  const order = EffortLevel.options
  const below = order.slice(0, order.indexOf(wanted) + 1).findLast((each) => levels.includes(each))
  return below ?? order.find((each) => levels.includes(each)) ?? 'auto'
}
