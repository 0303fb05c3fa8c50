import { ok, type Result } from '../shared/result.ts'
import type { ReplaceFile } from './adapters/data-folder/atomic-file.ts'
import type { Keyring } from './adapters/secrets/secret-box.ts'
import { type Endpoints, openEndpoints } from './adapters/settings/endpoints.ts'
import { openSettings, type Settings } from './adapters/settings/settings.ts'
import { systemClock } from './adapters/system/system-clock.ts'
import type { Observability } from './observability.ts'

interface SettingsParts {
  readonly dataFolder: string
  readonly environment: NodeJS.ProcessEnv
  readonly keyring: Keyring
  readonly observability: Observability
  readonly replace: ReplaceFile
}

export interface ComposedSettings {
  readonly settings: Settings
  readonly endpoints: Endpoints
}

/** Opens the settings and the endpoints, and starts telemetry as they say. The error is a sentence for people. */
export async function composeSettings({
  dataFolder: folder,
  environment,
  keyring,
  observability,
  replace,
}: SettingsParts): Promise<Result<ComposedSettings, string>> {
  const { log, onSecret } = observability
  const opened = openSettings({ folder, environment, keyring, now, onSecret, replace })
  if (!opened.ok) return opened
  const settings = opened.value
  if (keyring.type === 'missing') log.warn('no keyring found', {})
  const { telemetryProblem } = settings.view()
  if (telemetryProblem !== null) log.warn('telemetry is off', { why: telemetryProblem })
  const sendTelemetry = (): Promise<void> => observability.sendTo(settings.resolve().collector)
  settings.onSaved(() => void sendTelemetry())
  await sendTelemetry()
  const { secrets } = settings
  return ok({ settings, endpoints: openEndpoints({ folder, secrets, now, onSecret, replace }) })
}

/** ms since 1970. */
const now = (): number => systemClock.now()
