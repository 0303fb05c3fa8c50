import { KEEP_TRYING_MS } from '../shared/conversation/keep-trying.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL } from '../shared/models/model-name.ts'
import type { Settings } from './adapters/settings/settings.ts'
import { platformName } from './adapters/system/program-facts.ts'
import { capsOf, type Context } from './core/machine/context.ts'
import { systemPromptFor } from './core/request/system-prompt.ts'
import type { ModelRouter } from './model-router.ts'
import type { StoredConversation } from './runtime/ports/conversation-store.ts'
import { modelNamesOf } from './runtime/registry/model-names.ts'

/** True if a model is asked for a title automatically. */
export function wantsTitle(endpoint: string, settings: Settings): boolean {
  const { automaticTitles, wantsTitles } = settings.resolve()
  if (endpoint === DEMO_MODEL) return false
  return endpoint === ANTHROPIC_ENDPOINT ? automaticTitles : wantsTitles
}

export interface ContextSources {
  readonly settings: Settings
  readonly models: ModelRouter
  readonly isSandboxed: boolean
}

/**
 * Returns the context that the settings give a conversation. The registry overrides it with the conversation's own
 * settings.
 */
export function contextOf(
  stored: StoredConversation,
  { isSandboxed, models, settings }: ContextSources,
): Context {
  const { model: usual, behaviour } = settings.resolve()
  const { busyPolicy, debounceMs, autoCompact, effort, explorerModel, fallbackModel, keepTrying } =
    behaviour
  const { fallback, model } = modelNamesOf(stored, { model: usual, fallbackModel })
  return {
    conversationId: stored.id,
    folder: stored.folder,
    role: { type: 'root' },
    systemPrompt: systemPromptFor({
      folder: stored.folder,
      platform: platformName(),
      startedOn: new Date(stored.createdAt).toISOString().slice(0, 10),
    }),
    instructions: stored.instructions,
    instructionsFault: null,
    gitState: null,
    primary: models.providerOf(model),
    fallback: fallback === null ? null : models.providerOf(fallback),
    explorerModel,
    effort: stored.chosenEffort ?? effort,
    keepTryingMs: KEEP_TRYING_MS[stored.chosenKeepTrying ?? keepTrying],
    busyPolicy,
    debounceMs,
    permissionMode: stored.permissionMode,
    rules: [],
    isSandboxed,
    network: stored.network,
    webSearch: stored.webSearch,
    autoCompact,
    caps: capsOf(behaviour),
  }
}
