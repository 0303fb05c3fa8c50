import {
  commandOf,
  answerOf,
  type Family,
  firstOf,
  thoughtOf,
  unlessEqual,
  type Verdict,
} from './family.ts'
import { event, geminiEvents, ofGeminiEvents } from './gemini-replies.ts'
import { isJson, type Json } from './json.ts'
import type { Reply } from './reply.ts'

const NAME = 'gemini-native'

const signature = (n: number): string => `EjQKMgEMOdbH/${n}+ab==`
const callId = (n: number): string => `k7f2${n}zq`

/** Two calls at a time: only the first is signed. */
function callParts(n: number): readonly [Json, Json] {
  const call = (which: string): Json => ({
    id: `${callId(n)}${which}`,
    name: 'bash',
    args: { command: `${commandOf(NAME, n)} ${which}` },
  })
  return [{ functionCall: call('a'), thoughtSignature: signature(n) }, { functionCall: call('b') }]
}

/** A text in three pieces; the last one is signed, and empty in every second reply. */
function answerParts(n: number): readonly [Json, Json, Json] {
  const words = answerOf(NAME, n)
  const cut = n % 2 === 0 ? words.length : words.length - 4
  return [
    { text: words.slice(0, 6) },
    { text: words.slice(6, cut) },
    { text: words.slice(cut), thoughtSignature: signature(n) },
  ]
}

function reply(n: number, parts: readonly Json[]): Reply {
  const thoughts = [{ text: thoughtOf(n), thought: true }]
  return ofGeminiEvents([
    event(thoughts),
    ...parts.map((part) => event([part])),
    ...geminiEvents([]),
  ])
}

/**
 * Gemini with its own API (its page on thought signatures): each signature comes back in its original part, and
 * unsigned parts are never merged with signed ones. Thoughts do not come back.
 */
export const GEMINI_NATIVE: Family = {
  name: NAME,
  model: 'gemini-3.8-flash',
  speaks: 'gemini',
  call: (n) => reply(n, callParts(n)),
  answer: (n) => reply(n, answerParts(n)),
  check: ({ contents }) => {
    const turns = Array.isArray(contents) ? contents.filter(isJson) : []
    return firstOf(turns, ({ parts, role }) =>
      role === 'model' && Array.isArray(parts) ? cameBack(parts.filter(isJson)) : null,
    )
  },
}

function cameBack(parts: readonly Json[]): Verdict | null {
  const said = parts.map(({ functionCall, text }) => JSON.stringify(functionCall ?? text)).join('')
  const [, own] = new RegExp(`echo ${NAME} (\\d+)`).exec(said) ?? []
  if (own !== undefined) return unlessEqual('calls', parts, callParts(Number(own)))
  const words = parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
  const [, answered] = new RegExp(`says ${NAME} (\\d+)`).exec(words) ?? []
  if (answered !== undefined) {
    const [one, two, signed] = answerParts(Number(answered))
    const text = `${String(one['text'])}${String(two['text'])}`
    return unlessEqual('words', parts, [{ text }, signed])
  }
  // Replies of another model have no signature except the placeholder.
  const signatures = parts.flatMap(({ thoughtSignature: each }) =>
    each === undefined ? [] : [each],
  )
  const other = signatures.find((each) => each !== 'skip_thought_signature_validator')
  return unlessEqual('the signature of another', other, undefined)
}
