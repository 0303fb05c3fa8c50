import { z } from 'zod'

/** The model that a person has chosen for a conversation, by its name (model-name.ts); null: the app's choice. */
export const ChosenModel = z.string().trim().min(1).max(200).nullable()
export type ChosenModel = z.infer<typeof ChosenModel>

/** Chosen for a conversation: none, whatever the app would take. */
export const NO_FALLBACK = ''

/** The fallback of a conversation: the name of a model, NO_FALLBACK, or null: the app's choice. */
export const ChosenFallback = z.string().trim().max(200).nullable()
export type ChosenFallback = z.infer<typeof ChosenFallback>
