import type { tokenCommands } from '../../../shared/access/token-commands.ts'
import type { TokenPort } from '../ports/access/token-port.ts'
import type { SettingsControl, Tested } from '../ports/access/settings-control.ts'
import { appError, type AppError } from '../../../shared/app-error.ts'
import type { TestId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SettingsView } from '../../../shared/settings/settings.ts'
import type { settingsCommands } from '../../../shared/protocol/settings-commands.ts'
import type { ClientSession } from './session/client-session.ts'
import type { HandlersOf } from './handler-ports.ts'
import type { ConversationRegistry } from '../registry/conversation-registry.ts'

type OfSettings = HandlersOf<keyof typeof settingsCommands>

export function settingsHandlers(
  settings: SettingsControl,
  registry: ConversationRegistry,
): OfSettings {
  /** Gives every conversation its new context. */
  function announced(saved: Result<SettingsView, AppError>): Result<SettingsView, AppError> {
    if (saved.ok) registry.settingsChanged(saved.value)
    return saved
  }
  const tests = new Map<TestId, AbortController>()
  /** Runs a test that ends with its client. */
  async function tested(
    client: ClientSession,
    testId: TestId,
    run: (signal: AbortSignal) => Promise<Tested>,
  ): Promise<Result<Tested, never>> {
    const stop = new AbortController()
    tests.set(testId, stop)
    const stopListening = client.onClose(() => stop.abort())
    const outcome = await run(stop.signal)
    stopListening()
    tests.delete(testId)
    return ok(outcome)
  }
  return {
    'settings.save': (change) => announced(settings.save(change)),
    'settings.test': ({ change, testId }, client) =>
      tested(client, testId, (signal) => settings.test(change, signal)),
    'keys.keep': ({ rest }) => announced(settings.keepKeys(rest)),
    'endpoint.save': (draft) => announced(settings.saveEndpoint(draft)),
    'endpoint.wanted': ({ model }) => ok({ kind: settings.wantedKind(model) }),
    'endpoint.remove': ({ id }) => announced(settings.removeEndpoint(id)),
    'endpoint.test': ({ draft, model, testId }, client) =>
      tested(client, testId, (signal) => settings.testEndpoint(draft, model, signal)),
    'test.stop': ({ testId }) => {
      tests.get(testId)?.abort()
      return ok({})
    },
    'endpoint.models': async ({ draft }) => ok(await settings.modelsOf(draft)),
  }
}

/** Commands for the tokens of a person's own tools (docs/decisions/124). */
export function tokenHandlers(tokens: TokenPort): HandlersOf<keyof typeof tokenCommands> {
  return {
    'token.list': () => {
      const listed = orStorage(tokens.list())
      return listed.ok ? ok({ tokens: listed.value }) : listed
    },
    'token.create': ({ name, scopes }) => orStorage(tokens.create(name, scopes)),
    'token.revoke': ({ id }) => {
      const revoked = orStorage(tokens.revoke(id))
      return revoked.ok ? ok({}) : revoked
    },
  }
}

function orStorage<Value>(result: Result<Value, string>): Result<Value, AppError> {
  return result.ok ? result : failed(appError('storage', result.error))
}
