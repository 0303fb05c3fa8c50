import { z } from 'zod'
import { EndpointView } from './endpoint.ts'
import { PermissionMode } from './turn.ts'

/** Where a value in force comes from. The environment of the person who started the app wins for this run. */
export const SettingSource = z.enum(['environment', 'settings', 'none'])
export type SettingSource = z.infer<typeof SettingSource>

/** What Enter does while the agent is busy: ask, or one of the three ways a message can go. */
export const EnterWhileBusy = z.enum(['ask', 'stopAndSend', 'sendWhenIdle', 'sendAtNextStep'])
export type EnterWhileBusy = z.infer<typeof EnterWhileBusy>

/** What a message does that comes while the agent is busy: it is refused, or it ends the running turn. */
export const BusyPolicy = z.enum(['reject', 'interrupt'])
export type BusyPolicy = z.infer<typeof BusyPolicy>

/** The longest that a message waits for others that belong to it, in ms. */
export const MAX_DEBOUNCE_MS = 500

/** How conversations behave; the same for all of them. */
export const Behaviour = z
  .object({
    busyPolicy: BusyPolicy,
    /** Under `interrupt`: how long a message waits for others that belong to it, in ms. */
    debounceMs: z.number().int().min(0).max(MAX_DEBOUNCE_MS),
    enterWhileBusy: EnterWhileBusy,
    /** Whether a conversation that its model can no longer read is summarised without being asked. */
    autoCompact: z.boolean(),
    /** The model that is asked where the chosen one fails to answer; null: none. */
    fallbackModel: z.string().trim().min(1).max(200).nullable(),
    /** What new conversations start with: the last choice. */
    permissionMode: PermissionMode,
  })
  .readonly()
export type Behaviour = z.infer<typeof Behaviour>

export const DEFAULT_BEHAVIOUR: Behaviour = {
  busyPolicy: 'reject',
  debounceMs: 100,
  enterWhileBusy: 'ask',
  autoCompact: true,
  fallbackModel: null,
  permissionMode: 'ask',
}

/** What the screen may know of the settings: never the key itself. */
export const SettingsView = z
  .object({
    /** The model chosen, or null for automatic: the newest Sonnet with a key, the demo without. */
    model: z.string().nullable(),
    modelInForce: z.string(),
    /** Names as people type them: the demo's, Claude's, and those of the endpoints that a person has added. */
    knownModels: z.array(z.string()).readonly(),
    endpoints: z.array(EndpointView).readonly(),
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
    behaviour: Behaviour,
    /** Where what new conversations start with comes from. */
    permissionSource: SettingSource,
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
    /** What is left out stays as it is. */
    behaviour: Behaviour.unwrap().partial().readonly().default({}),
  })
  .readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
