/** The endpoint that always exists, like the demo. */
export const ANTHROPIC_ENDPOINT = 'anthropic'

/** The model that needs no key and no network: a scripted demo that runs real commands. */
export const DEMO_MODEL = 'demo'

/** A model and its endpoint. */
export interface NamedModel {
  readonly endpoint: string
  readonly model: string
}

/**
 * Parses the name that people see and type: `claude-sonnet-5-5` and `demo` have no prefix, every other model is
 * prefixed with its endpoint, as in `ollama/qwen3:8b`. A name with `/` for the Anthropic endpoint is written
 * `anthropic/…`.
 */
export function readModelName(name: string): NamedModel {
  if (name === DEMO_MODEL) return { endpoint: DEMO_MODEL, model: DEMO_MODEL }
  const slash = name.indexOf('/')
  if (slash <= 0) return { endpoint: ANTHROPIC_ENDPOINT, model: name }
  return { endpoint: name.slice(0, slash), model: name.slice(slash + 1) }
}

export function modelName({ endpoint, model }: NamedModel): string {
  const standsAlone = endpoint === DEMO_MODEL || endpoint === ANTHROPIC_ENDPOINT
  return standsAlone && !model.includes('/') ? model : `${endpoint}/${model}`
}
