import * as z from '../schema.ts'

/** The model that a person chose for a conversation, by its name (model-name.ts); null for the app's choice. */
export const ChosenModel = z.string().trim().min(1).max(200).nullable()
export type ChosenModel = z.infer<typeof ChosenModel>

/** The choice of no fallback for a conversation, overriding the app's. */
export const NO_FALLBACK = ''

/** A conversation's fallback: the name of a model, NO_FALLBACK, or null for the app's choice. */
export const ChosenFallback = z.string().trim().max(200).nullable()
export type ChosenFallback = z.infer<typeof ChosenFallback>
