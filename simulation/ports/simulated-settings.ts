import type { Effort } from '../../src/shared/models/effort.ts'
import { KEEP_TRYING_MS } from '../../src/shared/conversation/keep-trying.ts'
import type { Provider } from '../../src/shared/conversation/turn.ts'
import {
  Behaviour,
  DEFAULT_BEHAVIOUR,
  DEFAULT_LIMITS,
  type SettingsChange,
  type SettingsView,
  type TurnLimits,
} from '../../src/shared/settings/settings.ts'
import { DEFAULT_TIMEOUTS } from '../../src/shared/models/timeouts.ts'
import { capsOf, type Context, DEFAULT_CAPS } from '../../src/main/core/machine/context.ts'
import { SETTINGS } from '../../src/main/runtime/fakes/plain-settings.ts'
import type { StoredConversation } from '../../src/main/runtime/ports/conversation-store.ts'
import type { Choices } from '../choices.ts'

/** The simulator's deadline for a request. */
export const REQUEST_MS = 120_000

/** The context of each model, in tokens. Nobody chooses the last one before the end of a run. */
const LIMITS: Readonly<Record<string, number>> = {
  'model-a': 200_000,
  'model-b': 200_000,
  'model-c': 200_000,
  'model-large': 1_000_000,
  'model-largest': 2_000_000,
}

/** A key that must appear nowhere in the app. */
export const SECRET = 'sk-simulated-secret'

/** The settings of a person, with limits: often the real ones, sometimes so small that they are reached. */
export class SimulatedSettings {
  model = 'model-a'
  behaviour: Behaviour = { ...DEFAULT_BEHAVIOUR, permissionMode: 'auto' }
  readonly wantsTitle: boolean
  readonly #callsPerReply: number
  /** Mostly the real limit; otherwise so low that a slow request or a few retries exceed it. */
  readonly #minutesPerTurn: number
  /** Fixed for the whole run: it depends on the machine. */
  readonly #isSandboxed: boolean

  constructor(choices: Choices) {
    const { callsPerReply } = DEFAULT_CAPS
    this.#callsPerReply = choices.pick(callsPerReply, callsPerReply, 2)
    this.behaviour = { ...this.behaviour, ...drawnLimits(choices) }
    const { minutesPerTurn } = DEFAULT_LIMITS
    this.#minutesPerTurn = choices.pick(minutesPerTurn, minutesPerTurn, minutesPerTurn, 0.02)
    this.#isSandboxed = choices.int(3) === 1
    this.wantsTitle = choices.int(3) === 1
    if (choices.int(3) === 1) this.behaviour = { ...this.behaviour, busyPolicy: 'interrupt' }
    if (choices.int(3) === 1) {
      const fallbackModel = 'model-b'
      this.behaviour = { ...this.behaviour, fallbackModel, effort: effortWith(fallbackModel) }
    }
    if (choices.int(5) === 1) this.behaviour = { ...this.behaviour, autoCompact: false }
    const keepTrying = choices.pick('off', 'off', '15min', '1h', '4h')
    this.behaviour = { ...this.behaviour, keepTrying }
  }

  view(): SettingsView {
    const { model, behaviour } = this
    return { ...SETTINGS, model, modelInForce: model, behaviour }
  }

  save(change: SettingsChange): SettingsView {
    this.model = change.model ?? this.model
    this.behaviour = Behaviour.parse({ ...this.behaviour, ...change.behaviour })
    return this.view()
  }

  contextOf(stored: StoredConversation): Context {
    const {
      busyPolicy,
      debounceMs,
      autoCompact,
      effort,
      explorerModel,
      fallbackModel,
      keepTrying,
    } = this.behaviour
    const hasFallback = fallbackModel !== null && fallbackModel !== this.model
    return {
      conversationId: stored.id,
      folder: stored.folder,
      role: { type: 'root' },
      systemPrompt: `Be brief in ${stored.folder}.`,
      instructions: stored.instructions,
      instructionsFault: null,
      gitState: null,
      primary: providerOf(this.model),
      fallback: hasFallback ? providerOf(fallbackModel) : null,
      explorerModel,
      effort: stored.chosenEffort ?? effort,
      keepTryingMs: KEEP_TRYING_MS[stored.chosenKeepTrying ?? keepTrying],
      busyPolicy,
      debounceMs,
      permissionMode: stored.permissionMode,
      rules: [],
      isSandboxed: this.#isSandboxed,
      network: stored.network,
      autoCompact,
      caps: {
        ...capsOf(this.behaviour),
        callsPerReply: this.#callsPerReply,
        minutesPerTurn: this.#minutesPerTurn,
      },
    }
  }
}

/** Derived from the fallback, so one more setting consumes no choice. */
export function effortWith(fallbackModel: string | null): Effort {
  return fallbackModel === null ? 'auto' : 'high'
}

function drawnLimits(choices: Choices): TurnLimits {
  const { requestsPerChild, requestsPerTurn, subAgentsPerTurn, minutesPerTurn, ...most } =
    DEFAULT_LIMITS
  return {
    requestsPerTurn: choices.pick(requestsPerTurn, requestsPerTurn, 2, 6),
    requestsPerChild: choices.pick(requestsPerChild, requestsPerChild, 1, 3),
    toolCallsPerTurn: lowered(choices, most.toolCallsPerTurn, 1 + choices.int(4)),
    subAgentsPerTurn: lowered(choices, subAgentsPerTurn, choices.int(3)),
    tokensPerTurn: lowered(choices, most.tokensPerTurn, 10_000),
    minutesPerTurn,
  }
}

/** Applies in an eighth of the runs, because each lowered limit keeps other things from happening. */
function lowered(choices: Choices, most: number, low: number): number {
  return choices.int(8) === 7 ? low : most
}

function providerOf(model: string): Provider {
  const contextTokens = LIMITS[model] ?? 200_000
  return {
    endpoint: 'anthropic',
    model,
    limits: { contextTokens, outputTokens: 8_000 },
    timeouts: { ...DEFAULT_TIMEOUTS, requestMs: REQUEST_MS },
    price: null,
    documents: { bytes: 1_000_000, pages: 10_000, tokensPerPage: 20 },
  }
}
