import type { EndpointView } from '../../shared/models/endpoint.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL, readModelName } from '../../shared/models/model-name.ts'
import { spokenName } from '../../shared/models/spoken-name.ts'
import { visibleText } from '../../shared/visible-text.ts'

export const DEMO_LABEL = 'Scripted demo, no real model'

/** Where servers' own names of their models stand: the settings. Absent: only those that everyone knows. */
export interface OwnNames {
  readonly endpoints: readonly Pick<EndpointView, 'id' | 'models'>[]
}

/** A model as the subject of a sentence. */
export function nameOfModel(model: string, own: OwnNames | null = null): string {
  return model === DEMO_MODEL ? 'the scripted demo' : saidName(model, own)
}

/** A model as a label of its own. */
export function labelOfModel(model: string, own: OwnNames | null = null): string {
  return model === DEMO_MODEL ? DEMO_LABEL : saidName(model, own)
}

/** `Claude Opus 4.8`, at a person's own endpoint `Claude Opus 4.8 (work)`; where nobody says anything else, the id as it is. */
function saidName(name: string, own: OwnNames | null): string {
  const { endpoint, model } = readModelName(name)
  const said = spokenName(model) ?? serversName(endpoint, model, own)
  if (said === null) return visibleText(name)
  return endpoint === ANTHROPIC_ENDPOINT ? said : `${said} (${visibleText(endpoint)})`
}

function serversName(endpoint: string, model: string, own: OwnNames | null): string | null {
  const models = own?.endpoints.find(({ id }) => id === endpoint)?.models
  const said = models?.find(({ id }) => id === model)?.displayName
  return said === undefined ? null : visibleText(said)
}
