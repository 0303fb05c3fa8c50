import { z } from 'zod'

/** The model that needs no key and no network: a scripted demo that runs real commands. */
export const DEMO_MODEL = 'demo'

/** Where a value in force comes from. The environment of the person who started the app wins for this run. */
export const SettingSource = z.enum(['environment', 'settings', 'none'])
export type SettingSource = z.infer<typeof SettingSource>

/** What the screen may know of the settings: never the key itself. */
export const SettingsView = z
  .object({
    /** The model chosen, or null for automatic: the newest Sonnet with a key, the demo without. */
    model: z.string().nullable(),
    modelInForce: z.string(),
    knownModels: z.array(z.string()).readonly(),
    baseUrl: z.string().nullable(),
    baseUrlSource: SettingSource,
    baseUrlInForce: z.string(),
    /** Whether a model names conversations, or null for automatic: with the default endpoint alone. */
    automaticTitles: z.boolean().nullable(),
    titlesInForce: z.boolean(),
    titlesSource: SettingSource,
    keySource: SettingSource,
    /** Where the key rests, for people: a sentence. */
    keyPlace: z.string(),
    /** What people should know of files that could not be used at start. */
    notices: z.array(z.string()).readonly(),
  })
  .readonly()
export type SettingsView = z.infer<typeof SettingsView>

/** A change of the settings. `apiKey`: null keeps the saved one, '' removes it. */
export const SettingsChange = z
  .object({
    model: z.string().trim().max(200).nullable(),
    baseUrl: z.string().trim().max(2000).nullable(),
    apiKey: z.string().trim().max(1000).nullable(),
    automaticTitles: z.boolean().nullable().default(null),
  })
  .readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
