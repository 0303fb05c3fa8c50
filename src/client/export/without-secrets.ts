import { shortHome } from '../words/words.ts'
import type { ExportedConversation } from './export-markdown.ts'

const HIDDEN = '[hidden]'

/**
 * Patterns of keys and tokens as their issuers publish them. Every repetition is bounded or linear: texts may be
 * hostile.
 */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // Anthropic, OpenAI and others; Stripe.
  /\bsk-[\w-]{16,}/g,
  /\b[rs]k_(?:live|test)_\w{16,}/g,
  // GitHub, GitLab, Slack, npm, PyPI, Hugging Face, AWS, Google.
  /\bgh[oprsu]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bnpm_\w{30,}/g,
  /\bpypi-[\w-]{30,}/g,
  /\bhf_\w{20,}/g,
  /\bA(?:KI|SI)A[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  // JSON Web Tokens.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
]
/** What names of keys and passwords end with. */
const TELLING = [
  String.raw`(?:access|account|api|encryption|master|private|signing)[_-]?key`,
  String.raw`secret(?:[_-]?(?:access|base|key|value)){0,3}`,
  String.raw`token|passphrase|passwd|password|\w_pass|\w_pwd|authorization`,
].join('|')
/** A value that contains a digit, after a name such as `API_KEY=` or `"password": "`. */
const NAMED = new RegExp(
  String.raw`((?:${TELLING})\\?["']?\s{0,5}[:=]\s{0,5}\\?["']?(?:(?:bearer|basic)\s)?)(?=[^\s"',;]{0,200}\d)(?:(?!\\["'])[^\s"',;[]){8,}`,
  'gi',
)
/** The name of a field, such as one of a call's input. */
const FIELD = /^[\w.-]{1,100}$/
/** `https://user:password@` */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,200}:)[^\s@/]{1,500}(?=@)/gi

/** A conversation without secrets. `hidden`: how many texts that looked like secrets were replaced. */
export interface Redacted {
  readonly conversation: ExportedConversation
  readonly hidden: number
}

/** Replaces texts that look like secrets. Images are unchanged. */
export function withoutSecrets(conversation: ExportedConversation): Redacted {
  let hidden = 0
  const count = (before = ''): string => {
    hidden += 1
    return before + HIDDEN
  }
  const hide = (text: string, field: string): string => {
    let shown = text
    for (const shape of SHAPES) shown = shown.replace(shape, () => count())
    const before = FIELD.test(field) ? `${field}=` : ''
    return `${before}${shown}`
      .replace(NAMED, (_all, name: string) => count(name))
      .slice(before.length)
      .replace(IN_ADDRESS, (_all, name: string) => count(name))
  }
  return { conversation: withTexts(conversation, hide), hidden }
}

/** Shortens the home folder to `~` in paths, so they do not reveal the user's name. */
export function withoutHome(
  conversation: ExportedConversation,
  homeFolder: string,
): ExportedConversation {
  return withTexts(conversation, (text) => shortHome(text, homeFolder))
}

function withTexts(
  conversation: ExportedConversation,
  change: (text: string, field: string) => string,
): ExportedConversation {
  const { images, ...rest } = conversation
  return { ...changed(rest, change), images }
}

/** `field`: the name of the object's field that it is in. */
function changed<Value>(
  value: Value,
  change: (text: string, field: string) => string,
  field = '',
): Value {
  if (typeof value === 'string') return change(value, field) as Value
  if (Array.isArray(value))
    return value.map((each: unknown) => changed(each, change, field)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, changed(each, change, key)])
  return Object.fromEntries(entries) as Value
}
