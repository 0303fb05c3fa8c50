import { Budget, NO_BUDGET } from './budget.ts'
import { z } from 'zod'
import { Effort, EffortLevel } from '../models/effort.ts'
import { EndpointView } from '../models/endpoint.ts'
import { KeepTrying } from '../conversation/keep-trying.ts'
import { KeyRest, KeysView } from '../models/key-rest.ts'
import { ChangedTimeouts, OwnTimeouts } from '../models/timeouts.ts'
import { PermissionMode } from '../conversation/turn.ts'

/** Where a value in force comes from. The environment of the person who started the app wins for this run. */
export const SettingSource = z.enum(['environment', 'settings', 'none'])
export type SettingSource = z.infer<typeof SettingSource>

/** What Enter does while the agent is busy: ask, or one of the three ways a message can go. */
export const EnterWhileBusy = z.enum(['ask', 'stopAndSend', 'sendWhenIdle', 'sendAtNextStep'])
export type EnterWhileBusy = z.infer<typeof EnterWhileBusy>

/** What a message does while the agent is busy: it is refused, or it ends the running turn. */
export const BusyPolicy = z.enum(['reject', 'interrupt'])
export type BusyPolicy = z.infer<typeof BusyPolicy>

/** The longest that a message waits for others that belong to it, in ms. */
export const MAX_DEBOUNCE_MS = 500

/** The least and the most that each limit of a turn can be set to. */
export const LIMIT_BOUNDS = {
  requestsPerTurn: { min: 1, max: 2_000 },
  toolCallsPerTurn: { min: 1, max: 20_000 },
  subAgentsPerTurn: { min: 0, max: 1_000 },
  tokensPerTurn: { min: 10_000, max: 1_000_000_000 },
  requestsPerChild: { min: 1, max: 500 },
  /** Less than a minute is for trying out what happens then. */
  minutesPerTurn: { min: 0.1, max: 1_440 },
} as const

function within({ min, max }: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z.number().int().min(min).max(max)
}

/** What one turn may use at most, and one sub-agent (R19). */
export const TurnLimits = z
  .object({
    requestsPerTurn: within(LIMIT_BOUNDS.requestsPerTurn),
    toolCallsPerTurn: within(LIMIT_BOUNDS.toolCallsPerTurn),
    subAgentsPerTurn: within(LIMIT_BOUNDS.subAgentsPerTurn),
    /** What its requests take and give, cached or not, and those of its sub-agents. */
    tokensPerTurn: within(LIMIT_BOUNDS.tokensPerTurn),
    requestsPerChild: within(LIMIT_BOUNDS.requestsPerChild),
    /** Minutes of work, part minutes too; waiting for a person does not count. Then a person is asked. */
    minutesPerTurn: z
      .number()
      .min(LIMIT_BOUNDS.minutesPerTurn.min)
      .max(LIMIT_BOUNDS.minutesPerTurn.max),
  })
  .readonly()
export type TurnLimits = z.infer<typeof TurnLimits>

/** So high that a long turn which gets somewhere does not meet them. */
export const DEFAULT_LIMITS: TurnLimits = {
  requestsPerTurn: 200,
  toolCallsPerTurn: 1_000,
  subAgentsPerTurn: 100,
  tokensPerTurn: 50_000_000,
  requestsPerChild: 50,
  minutesPerTurn: 120,
}

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
    /** The model that explorers are asked with, in conversations of its endpoint; null: that of the conversation. */
    explorerModel: z.string().trim().min(1).max(200).nullable(),
    /** How hard models think, as far as each can be told. */
    effort: Effort,
    /** How long a model that fails is asked again and again, where a conversation has no choice of its own. */
    keepTrying: KeepTrying,
    /** What new conversations start with: the last choice. */
    permissionMode: PermissionMode,
    /** Whether in new conversations models may search the web by a tool of their provider. */
    webSearch: z.boolean(),
    /** The command that opens files in a person's editor, its arguments behind it; null: an editor is found. */
    editorCommand: z.string().trim().min(1).max(1000).nullable(),
    /** The keys that a person has chosen, by the names of the page's table: `Mod+Shift+f`. */
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

/** What the screen may know of the settings: never the key itself. */
export const SettingsView = z
  .object({
    /** The model chosen, or null for automatic: the newest Sonnet with a key, the demo without. */
    model: z.string().nullable(),
    modelInForce: z.string(),
    /** Names as people type them: the demo's, Claude's, and those of the endpoints that a person has added. */
    knownModels: z.array(z.string()).readonly(),
    /** Those that stand first where a model is chosen; they need not be known. */
    favouriteModels: z.array(z.string()).readonly(),
    /** Those that stand in no list where a model is chosen. They stay usable by their names. */
    hiddenModels: z.array(z.string()).readonly(),
    /** How many tokens each of these can read, as far as Phoenix knows or has to assume. */
    contextTokens: z.record(z.string(), z.number().positive()).readonly(),
    /** What each of these can be told of how hard it is to think; nothing: not at all. */
    effortLevels: z.record(z.string(), z.array(EffortLevel).readonly()).readonly(),
    /** The last day of those that their makers will end or have ended, as `2026-11-30`. */
    modelEnds: z.record(z.string(), z.iso.date()).readonly(),
    endpoints: z.array(EndpointView).readonly(),
    baseUrl: z.string().nullable(),
    baseUrlSource: SettingSource,
    baseUrlInForce: z.string(),
    /** Of the Anthropic endpoint. */
    timeouts: OwnTimeouts,
    /** Whether a model names conversations, or null for automatic: with the default endpoint alone. */
    automaticTitles: z.boolean().nullable(),
    titlesInForce: z.boolean(),
    titlesSource: SettingSource,
    keySource: SettingSource,
    /** Where the saved key rests; null: there is none. */
    keyRest: KeyRest.nullable(),
    keys: KeysView,
    /** Where traces and metrics go, as it is saved. */
    telemetryEndpoint: z.string().nullable(),
    telemetrySource: SettingSource,
    /** Whether they go anywhere. */
    telemetryInForce: z.boolean(),
    /** Why they cannot go where the environment says; null: they can, or it says nothing. */
    telemetryProblem: z.string().nullable(),
    behaviour: Behaviour,
    /** Where what new conversations start with comes from. */
    permissionSource: SettingSource,
    /** What people should know of files that could not be used at start. */
    notices: z.array(z.string()).readonly(),
  })
  .readonly()
export type SettingsView = z.infer<typeof SettingsView>

/** A change of the settings. What is left out stays as it is, so two windows never overwrite each other's changes. */
export const SettingsChange = z
  .object({
    /** Null: automatic. */
    model: z.string().trim().max(200).nullable(),
    /** Null: the default endpoint. */
    baseUrl: z.string().trim().max(2000).nullable(),
    /** Null keeps the saved one, '' removes it. */
    apiKey: z.string().trim().max(1000).nullable(),
    /** Of the Anthropic endpoint. Null: as Phoenix has it. */
    timeouts: ChangedTimeouts,
    /** Null: automatic. */
    automaticTitles: z.boolean().nullable(),
    /** By their names. True: it stands first as well, after the others. False: no longer. */
    favouriteModels: z.record(z.string().trim().min(1).max(200), z.boolean()).readonly(),
    /** By their names. True: it is hidden as well. False: no longer. */
    hiddenModels: z.record(z.string().trim().min(1).max(200), z.boolean()).readonly(),
    /** Null: none. */
    telemetryEndpoint: z.string().trim().max(2000).nullable(),
    behaviour: Behaviour.unwrap()
      .partial()
      /** Null: the usual keys. */
      .extend({ shortcuts: z.record(z.string().max(50), z.string().max(50).nullable()).optional() })
      .readonly(),
  })
  .partial()
  .readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
