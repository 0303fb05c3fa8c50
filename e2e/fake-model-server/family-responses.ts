import {
  answerOf,
  commandOf,
  type Family,
  firstOf,
  thoughtOf,
  unlessEqual,
  type Verdict,
} from './family.ts'
import { isJson, type Json } from './json.ts'
import { response } from './response-replies.ts'

const NAME = 'openai'

/** The reasoning before its nth call and its nth text. */
const reasoningOf = (n: number): Json => ({
  id: `rs_${n}`,
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: thoughtOf(n) }],
  encrypted_content: `gAAAAAB${n}+/==`,
})
const callId = (n: number): string => `call_${n}_${'x'.repeat(24)}`

/** Only its text is streamed; the phase is in the complete item. */
const messageOf = (n: number): Json => ({
  id: `msg_${n}`,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  phase: 'final_answer',
  content: [{ type: 'output_text', text: answerOf(NAME, n), annotations: [] }],
})

/**
 * OpenAI's own models with the Responses API: the server stores nothing, so reasoning comes back encrypted, each item
 * in its place, and messages keep their phase (the types of its library, `phase`).
 */
export const OPENAI_RESPONSES: Family = {
  name: NAME,
  model: 'gpt-6-sol',
  speaks: 'responses',
  call: (n) => {
    const input = { command: commandOf(NAME, n) }
    const call = { type: 'toolCall', name: 'bash', id: callId(n), input } as const
    return response([{ type: 'block', json: reasoningOf(n) }, call])
  },
  answer: (n) =>
    response([
      { type: 'block', json: reasoningOf(n) },
      { type: 'block', json: messageOf(n) },
    ]),
  check: ({ input }) => {
    const items = Array.isArray(input) ? input.filter(isJson) : []
    return firstOf([...items.entries()], ([index, item]) => cameBack(item, items[index - 1]))
  },
}

function cameBack(item: Json, before: Json | undefined): Verdict | null {
  const isCall = item['type'] === 'function_call'
  if (!isCall && item['role'] !== 'assistant') return null
  const said = isCall ? item['arguments'] : item['content']
  const [, digits] = new RegExp(`(?:echo|says) ${NAME} (\\d+)`).exec(String(said)) ?? []
  if (digits === undefined)
    return unlessEqual('in front of another model', before?.['type'] === 'reasoning', false)
  const n = Number(digits)
  return (
    unlessEqual('reasoning', before, reasoningOf(n)) ??
    (isCall
      ? unlessEqual('call_id', item['call_id'], callId(n))
      : unlessEqual('phase', item['phase'], 'final_answer'))
  )
}
