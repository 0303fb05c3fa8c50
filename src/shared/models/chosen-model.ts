import { z } from 'zod'

/** The model that a person chose for a conversation, by its name (model-name.ts); null: the app's choice. */
export const ChosenModel = z.string().trim().min(1).max(200).nullable()
export type ChosenModel = z.infer<typeof ChosenModel>

/** A choice for a conversation: no fallback, whatever the app would use. */
export const NO_FALLBACK = ''

/** The fallback of a conversation: the name of a model, NO_FALLBACK, or null: the app's choice. */
export const ChosenFallback = z.string().trim().max(200).nullable()
export type ChosenFallback = z.infer<typeof ChosenFallback>
