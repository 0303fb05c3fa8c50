import { assertNever } from '../../../shared/assert-never.ts'
import { cutUtf8 } from './faults/cut-utf8.ts'
import { type Endpoint, hostOf, secretsOf } from './endpoint.ts'
import type { Fault } from './faults/fault.ts'
import { type Limited, LIMITS } from './faults/limits.ts'
import type { ModelApi } from './model-api.ts'
import { quoteSafely } from './faults/redact.ts'

/**
 * Text for people: what happened, how to resolve it in a conversation, and additional advice in Settings. One line each, no
 * secret, no dump.
 */
export interface Description {
  readonly what: string
  readonly remedy: string
  readonly settingsHint: string | null
}

/** The names in the sentences, and the secrets that must not appear in them. */
export interface Names {
  /** Such as `the Anthropic API`. */
  readonly api: string
  readonly model: string
  readonly host: string
  readonly secrets: readonly string[]
}

/** The names for a fault of this model at this endpoint. */
export function namesOf(
  { api, endpoint }: { readonly api: Pick<ModelApi, 'name'>; readonly endpoint: Endpoint },
  model: string,
): Names {
  return { api: api.name, model, host: hostOf(endpoint), secrets: secretsOf(endpoint) }
}

export function describeFault(fault: Fault, names: Names): Description {
  const model = shorten(names.model)
  const host = shorten(names.host)
  switch (fault.type) {
    case 'keyMissing':
      return say('No API key is set.', 'Open Settings to enter one, or choose the demo model.')
    case 'keyMalformed':
      return say(
        'The API key contains characters that no key can have.',
        'Open Settings and enter it again; your message is kept.',
      )
    case 'keyRefused':
      return say('The API key was refused.', 'Open Settings and check it; your message is kept.')
    case 'modelNotAllowed':
      return say(
        `The API key is not allowed to use ${model}.`,
        'Choose another model or key in Settings; your message is kept.',
      )
    case 'unpaid':
      return say(
        'The account behind the API key cannot pay for this request.',
        'Settle it with the provider, then press Retry; your message is kept.',
      )
    case 'rateLimited':
      return say(
        `The account has reached its limit for ${model} for now.`,
        'Retry in a while, or choose another model.',
      )
    case 'overloaded':
      return say(
        `${model} is overloaded at the moment.`,
        'Retry in a while, or choose another model.',
      )
    case 'unreachable':
      return say(
        `${host} cannot be reached.`,
        'Check the network, and the base URL in Settings; your message is kept.',
        'Check the network and the base URL.',
      )
    case 'brokenOff':
      return say(
        `The connection to ${host} was lost before ${model} finished.`,
        'Retry: the partial answer was not kept.',
      )
    case 'silent':
      return say(
        `${model} sent nothing for ${inWords(fault.afterMs)}.`,
        'Retry, or choose another model.',
      )
    case 'tooSlow':
      return say(`${host} took too long with this request.`, 'Retry, or choose another model.')
    case 'serverError':
      return say(
        `${host} reported an internal error${because(firstLine(fault.because), names)}`,
        'Retry in a while; your message is kept.',
      )
    case 'unreadableAnswer':
      return say(`${host} sent an answer that cannot be read.`, 'Retry: none of it was kept.')
    case 'emptyAnswer':
      return say(`${model} sent an empty answer.`, 'Retry; your message is kept.')
    case 'badCall':
      return say(
        `${model} wrote a tool call that ${host} could not read${because(firstLine(fault.because), names)}`,
        'Retry, or choose another model.',
      )
    case 'notTheApi':
      return say(
        `The address answered, but not like ${names.api}:`,
        'check the base URL in Settings.',
        'check the base URL.',
      )
    case 'wantsResponses':
      return say(
        `${model} supports tools only through OpenAI's Responses API.`,
        'In Settings, change the kind of this endpoint to OpenAI (Responses API), then retry.',
        'Change the kind of this endpoint to OpenAI (Responses API).',
      )
    case 'malformedUrl':
      return say(
        'The base URL is not an address that Phoenix can use.',
        'It must start with http:// or https:// and contain no name or password: check it in Settings.',
        'It must start with http:// or https:// and contain no name or password.',
      )
    case 'endpointGone':
      return say(
        `The endpoint “${host}” of ${model} is no longer in Settings.`,
        'Choose another model; your message is kept.',
      )
    case 'unknownModel':
      return say(`The endpoint knows no model called ${model}.`, 'Choose another one.')
    case 'requestRefused':
      return say(
        `${host} refused the request${because(fault.because, names)}`,
        'Another model may accept it.',
      )
    case 'tooLong':
      return say(
        `The conversation is longer than ${model} can read.`,
        'Start a new conversation in this folder, or choose a larger model.',
      )
    case 'tooLarge':
      return say(
        `The request is larger than ${host} accepts${because(fault.because, names)}`,
        'Edit your message to make it shorter.',
      )
    case 'tooMuch':
      return say(tooMuch(fault.limited, host), 'Retry: none of it was kept.')
    case 'mediaUnread':
      return say(
        `${shorten(fault.name)} cannot be read right now: ${fault.why}. Nothing was sent.`,
        'Retry; your message is kept.',
      )
    case 'bug':
      return say(
        'Phoenix failed while asking the model.',
        'Retry; if it happens again, please report it.',
      )
    default:
      return assertNever(fault)
  }
}

function say(what: string, remedy: string, settingsHint: string | null = null): Description {
  return { what, remedy, settingsHint }
}

function tooMuch(limited: Limited, host: string): string {
  const { words } = LIMITS[limited]
  switch (limited) {
    case 'reply':
      return `The answer was longer than ${words} and was stopped.`
    case 'stream':
      return `${host} sent more than ${words} for one answer, so it was stopped.`
    case 'event':
      return `A single piece of the answer was longer than ${words}, so the answer was stopped.`
    case 'error':
      return `${host} reported an internal error. Its description was longer than ${words} and was cut off.`
    case 'models':
      return `The list of models was longer than ${words} and was cut off.`
    case 'headers':
      return `${host} answered with headers longer than ${words}, so the answer was stopped.`
    default:
      return assertNever(limited)
  }
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`
}

/** The provider's own explanation, if it gave one. */
function because(words: string | null, { secrets }: Names): string {
  if (words === null || words.trim() === '') return '.'
  const quoted = quoteSafely(words, secrets)
  return `: “${quoted}”${/[.!?…]$/.test(quoted) ? '' : '.'}`
}

/** T50: after the first line, the error of a failed server may reveal internals. */
function firstLine(words: string | null): string | null {
  return words === null ? null : (words.trim().split(/[\r\n]/, 1)[0] ?? null)
}

const CONTROL = /\p{Cc}+/gu

function shorten(name: string): string {
  return cutUtf8(name.replace(CONTROL, ' ').trim(), 100)
}
