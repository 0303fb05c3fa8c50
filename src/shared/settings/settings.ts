import { Budget, NO_BUDGET } from './budget.ts'
import * as z from '../schema.ts'
import { Effort, EffortLevel } from '../models/effort.ts'
import { EndpointView } from '../models/endpoint.ts'
import { KeepTrying } from '../conversation/keep-trying.ts'
import { KeyStorage, KeysView } from '../models/key-storage.ts'
import { ChangedTimeouts, OwnTimeouts } from '../models/timeouts.ts'
import { PermissionMode } from '../conversation/turn.ts'

/** The source of the value in force. For this run, the environment overrides the settings. */
export const SettingSource = z.enum(['environment', 'settings', 'none'])
export type SettingSource = z.infer<typeof SettingSource>

/** What Enter does while the agent is busy: ask, or one of the three ways to send a message. */
export const EnterWhileBusy = z.enum(['ask', 'stopAndSend', 'sendWhenIdle', 'sendAtNextStep'])
export type EnterWhileBusy = z.infer<typeof EnterWhileBusy>

/** What a message does while the agent is busy: it is refused, or it ends the running turn. */
export const BusyPolicy = z.enum(['reject', 'interrupt'])
export type BusyPolicy = z.infer<typeof BusyPolicy>

/** The longest that a message waits for others that belong to it, in ms. */
export const MAX_DEBOUNCE_MS = 500

/** The bounds of each limit of a turn. */
export const LIMIT_BOUNDS = {
  requestsPerTurn: { min: 1, max: 2_000 },
  toolCallsPerTurn: { min: 1, max: 20_000 },
  subAgentsPerTurn: { min: 0, max: 1_000 },
  tokensPerTurn: { min: 10_000, max: 1_000_000_000 },
  requestsPerChild: { min: 1, max: 500 },
  /** Less than a minute is only for trying it out. */
  minutesPerTurn: { min: 0.1, max: 1_440 },
} as const

function within({ min, max }: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z.number().int().min(min).max(max)
}

/** Limits of one turn and of one sub-agent (R19). */
export const TurnLimits = z
  .object({
    /** The most requests of one turn, including failed attempts and summaries. */
    requestsPerTurn: within(LIMIT_BOUNDS.requestsPerTurn),
    /** The most tool calls that one turn runs. */
    toolCallsPerTurn: within(LIMIT_BOUNDS.toolCallsPerTurn),
    /** The most sub-agents that one turn starts. */
    subAgentsPerTurn: within(LIMIT_BOUNDS.subAgentsPerTurn),
    /** The most tokens that one turn and its finished sub-agents send and receive, cached or not. */
    tokensPerTurn: within(LIMIT_BOUNDS.tokensPerTurn),
    /** The most requests of one sub-agent; then it gets a last one, to report what it has. */
    requestsPerChild: within(LIMIT_BOUNDS.requestsPerChild),
    /** Minutes that one turn works before a person is asked; waiting for people does not count. */
    minutesPerTurn: z
      .number()
      .min(LIMIT_BOUNDS.minutesPerTurn.min)
      .max(LIMIT_BOUNDS.minutesPerTurn.max),
  })
  .readonly()
export type TurnLimits = z.infer<typeof TurnLimits>

/** High enough that a long turn which makes progress does not reach them. */
export const DEFAULT_LIMITS: TurnLimits = {
  requestsPerTurn: 200,
  toolCallsPerTurn: 1_000,
  subAgentsPerTurn: 100,
  tokensPerTurn: 50_000_000,
  requestsPerChild: 50,
  minutesPerTurn: 120,
}

/** The behaviour of conversations, the same for all of them. */
export const Behaviour = z
  .object({
    busyPolicy: BusyPolicy,
    /** Under `interrupt`: how long a message waits for others that belong to it, in ms. */
    debounceMs: z.number().int().min(0).max(MAX_DEBOUNCE_MS),
    enterWhileBusy: EnterWhileBusy,
    /** True: a conversation that no longer fits its model's context is summarised without asking. */
    autoCompact: z.boolean(),
    /** The model to use when the chosen one fails to answer; null: none. */
    fallbackModel: z.string().trim().min(1).max(200).nullable(),
    /** The model for explorers in conversations of its endpoint; null: that of the conversation. */
    explorerModel: z.string().trim().min(1).max(200).nullable(),
    /** How hard models think, as far as each supports a choice. */
    effort: Effort,
    /** How long to keep trying a failing model, for conversations without a choice of their own. */
    keepTrying: KeepTrying,
    /** The permission mode of new conversations: the last choice. */
    permissionMode: PermissionMode,
    /** True: models in new conversations may use their provider's web search. */
    webSearch: z.boolean(),
    /** The command, with its arguments, that opens files in a person's editor; null: found automatically. */
    editorCommand: z.string().trim().min(1).max(1000).nullable(),
    /** The shortcuts that a person changed, by the names in the page's table: `Mod+Shift+f`. */
    shortcuts: z.record(z.string().max(50), z.string().max(50)).readonly(),
    ...TurnLimits.unwrap().shape,
    ...Budget.unwrap().shape,
  })
  .readonly()
export type Behaviour = z.infer<typeof Behaviour>

export const DEFAULT_BEHAVIOUR: Behaviour = {
  busyPolicy: 'reject',
  debounceMs: 100,
  enterWhileBusy: 'ask',
  autoCompact: true,
  fallbackModel: null,
  explorerModel: null,
  effort: 'auto',
  keepTrying: 'off',
  permissionMode: 'ask',
  webSearch: false,
  editorCommand: null,
  shortcuts: {},
  ...DEFAULT_LIMITS,
  ...NO_BUDGET,
}

/** The settings as the screen may see them: never a key. */
export const SettingsView = z
  .object({
    /** The chosen model; null for automatic: the newest Sonnet with a key, the demo without. */
    model: z.string().nullable(),
    modelInForce: z.string(),
    /** Names as people type them: the demo's, Claude's, and those of added endpoints. */
    knownModels: z.array(z.string()).readonly(),
    /** The models listed first in the model menu; they need not be known. */
    favouriteModels: z.array(z.string()).readonly(),
    /** The models left out of the model menu. They remain usable by name. */
    hiddenModels: z.array(z.string()).readonly(),
    /** The context size of each of these in tokens, as known or assumed. */
    contextTokens: z.record(z.string(), z.number().positive()).readonly(),
    /** The effort levels that each of these supports; empty if none. */
    effortLevels: z.record(z.string(), z.array(EffortLevel).readonly()).readonly(),
    /** The retirement dates of those that their makers will retire or have retired, as `2026-11-30`. */
    modelEnds: z.record(z.string(), z.iso.date()).readonly(),
    endpoints: z.array(EndpointView).readonly(),
    baseUrl: z.string().nullable(),
    baseUrlSource: SettingSource,
    baseUrlInForce: z.string(),
    /** Those of the Anthropic endpoint. */
    timeouts: OwnTimeouts,
    /** True if a model writes titles; null for automatic: only with the default endpoint. */
    automaticTitles: z.boolean().nullable(),
    titlesInForce: z.boolean(),
    titlesSource: SettingSource,
    keySource: SettingSource,
    /** Where the saved key is stored; null if there is none. */
    keyRest: KeyStorage.nullable(),
    keys: KeysView,
    /** The saved address for traces and metrics. */
    telemetryEndpoint: z.string().nullable(),
    telemetrySource: SettingSource,
    /** True if they are sent anywhere. */
    telemetryInForce: z.boolean(),
    /** Why they cannot be sent where the environment says; null if they can, or it says nothing. */
    telemetryProblem: z.string().nullable(),
    behaviour: Behaviour,
    /** The source of the permission mode of new conversations. */
    permissionSource: SettingSource,
    /** What people should know about files that could not be used at the start. */
    notices: z.array(z.string()).readonly(),
    /** The settings with a wrong value in settings.json, as `behaviour.effort`: their defaults apply. */
    wrongValues: z.array(z.string()).readonly(),
  })
  .readonly()
export type SettingsView = z.infer<typeof SettingsView>

/** A change of the settings. Absent fields stay as they are, so two windows never overwrite each other's changes. */
export const SettingsChange = z
  .object({
    /** Null for automatic. */
    model: z.string().trim().max(200).nullable(),
    /** Null for the default endpoint. */
    baseUrl: z.string().trim().max(2000).nullable(),
    /** Null keeps the saved key, '' removes it. */
    apiKey: z.string().trim().max(1000).nullable(),
    /** Those of the Anthropic endpoint. Null for Phoenix's defaults. */
    timeouts: ChangedTimeouts,
    /** Null for automatic. */
    automaticTitles: z.boolean().nullable(),
    /** By model name. True: added at the end of the favourites. False: removed from them. */
    favouriteModels: z.record(z.string().trim().min(1).max(200), z.boolean()).readonly(),
    /** By model name. True: hidden. False: no longer hidden. */
    hiddenModels: z.record(z.string().trim().min(1).max(200), z.boolean()).readonly(),
    /** Null for none. */
    telemetryEndpoint: z.string().trim().max(2000).nullable(),
    behaviour: Behaviour.unwrap()
      .partial()
      /** Null for the default keys. */
      .extend({ shortcuts: z.record(z.string().max(50), z.string().max(50).nullable()).optional() })
      .readonly(),
  })
  .partial()
  .readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
