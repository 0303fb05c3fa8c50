import type { EndpointView } from '../../shared/models/endpoint.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL, readModelName } from '../../shared/models/model-name.ts'
import { displayName } from '../../shared/models/display-name.ts'
import { visibleText } from '../../shared/visible-text.ts'

export const DEMO_LABEL = 'Scripted demo, no real model'

/** The part of the settings with the servers' own names of their models. Null: only well-known names are used. */
export interface OwnNames {
  readonly endpoints: readonly Pick<EndpointView, 'id' | 'models'>[]
}

/** Returns a model's name as the subject of a sentence. */
export function nameOfModel(model: string, own: OwnNames | null = null): string {
  return model === DEMO_MODEL ? 'the scripted demo' : nameWithEndpoint(model, own)
}

/** Returns a model's name as a label. */
export function labelOfModel(model: string, own: OwnNames | null = null): string {
  return model === DEMO_MODEL ? DEMO_LABEL : nameWithEndpoint(model, own)
}

/**
 * Returns `Claude Opus 4.8`, or at a person's own endpoint `Claude Opus 4.8 (work)`; the model's id if it has no
 * display name.
 */
function nameWithEndpoint(name: string, own: OwnNames | null): string {
  const { endpoint, model } = readModelName(name)
  const label = displayName(model) ?? serversName(endpoint, model, own)
  if (label === null) return visibleText(name)
  return endpoint === ANTHROPIC_ENDPOINT ? label : `${label} (${visibleText(endpoint)})`
}

function serversName(endpoint: string, model: string, own: OwnNames | null): string | null {
  const models = own?.endpoints.find(({ id }) => id === endpoint)?.models
  const name = models?.find(({ id }) => id === model)?.displayName
  return name === undefined ? null : visibleText(name)
}

/**
 * Returns a sentence of the host with the model's display name in place of its id. What it quotes, after a colon, stays;
 * so does an id that is to be looked up (`no model called`).
 */
export function withDisplayName(sentence: string, model: string, own: OwnNames | null): string {
  const { model: id } = readModelName(model)
  if (model === DEMO_MODEL || id === '') return sentence
  const label = nameWithEndpoint(model, own)
  if (label === visibleText(model)) return sentence
  const colon = sentence.search(/: |:$/)
  const end = colon < 0 ? sentence.length : colon
  const word = new RegExp(`(?<![\\w./-]|called )${escaped(id)}(?![\\w-]|\\.\\w)`, 'g')
  return sentence.slice(0, end).replace(word, () => label) + sentence.slice(end)
}

/** The core's notes that name models by their full names: of a repair, and of a fallback with the reason for it. */
const REPAIRED =
  /^\S+(?= refused the request\. )|(?<=^The conversation is longer than )\S+(?= can read\. )/
const FELL_BACK =
  /^(\S+)( did not answer \()(.*)(\) Until this turn ends, )(\S+)(?= is asked instead\.$)/s

/** Returns a note of the core with the display names of the models that it names. */
export function withModelNames(note: string, own: OwnNames | null = null): string {
  return note
    .replace(REPAIRED, (model) => nameOfModel(model, own))
    .replace(
      FELL_BACK,
      (_all, from: string, did: string, why: string, until: string, to: string) =>
        `${nameOfModel(from, own)}${did}${withDisplayName(why, from, own)}${until}${nameOfModel(to, own)}`,
    )
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
