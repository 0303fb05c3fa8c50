import { ok, type Result } from '../../../shared/result.ts'
import { checkTelemetryEndpoint } from '../settings/base-url.ts'

/** The user's destination for traces and metrics. */
export interface Collector {
  /** Without the paths of the signals. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

const HEADERS = /^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/

/**
 * Reads OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and OTEL_SDK_DISABLED. Headers contain keys: they and those
 * of single signals are removed from the environment, so no tool inherits them, and `onSecret` receives each value before it
 * is used. The endpoint stays, for the programs that the user runs. Null: the environment sets nothing; `collector` null:
 * nothing is sent, whatever else is set. The error is a sentence for people about an unusable endpoint that repeats none of
 * it.
 */
export function takeCollector(
  environment: NodeJS.ProcessEnv,
  onSecret: (secret: string) => void,
): Result<Collector | null, string> | null {
  let headers: Collector['headers'] = {}
  for (const name of Object.keys(environment).filter((each) => HEADERS.test(each))) {
    const setting = environment[name] ?? ''
    delete environment[name]
    const read = readHeaders(setting)
    for (const value of [setting, ...Object.values(read)]) reportSecret(value, onSecret)
    if (name === 'OTEL_EXPORTER_OTLP_HEADERS') headers = read
  }
  if (environment['OTEL_SDK_DISABLED'] === 'true') return ok(null)
  const endpoint = environment['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() ?? ''
  if (endpoint === '') return null
  const password = URL.parse(endpoint)?.password ?? ''
  if (password !== '') reportSecret(password, onSecret)
  const checked = checkTelemetryEndpoint(endpoint)
  return checked.ok ? ok({ endpoint: checked.value, headers }) : checked
}

/** `name=value,name=value`, percent-encoded; anything else is dropped. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',')) {
    const [name = '', ...rest] = pair.split('=')
    const value = decoded(rest.join('=').trim())
    if (name.trim() !== '' && value !== '') headers[name.trim()] = value
  }
  return headers
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reports the value, and of `Bearer KEY` also the key by itself. */
function reportSecret(value: string, onSecret: (secret: string) => void): void {
  onSecret(value)
  onSecret(value.split(' ').at(-1) ?? value)
}
