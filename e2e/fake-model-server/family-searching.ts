import { isDeepStrictEqual } from 'node:util'
import { answerOf, commandOf, type Family, firstOf, thoughtOf, type Verdict } from './family.ts'
import { isJson, type Json } from './json.ts'
import { type Part, text, thinking } from './parts.ts'
import { message } from './replies.ts'
import { response } from './response-replies.ts'
import { cited, citation, foundBlock, serverToolUse, useBlock, type WebPage } from './web-parts.ts'

const pageOf = (n: number): WebPage => ({
  url: `https://docs.example/${n}?q=a&b=%20`,
  title: `Page ${n}: "grüße" \u2028`,
})
const queryOf = (n: number): Json => ({ query: `query ${n} "\\"` })
const idOf = (n: number): string => `srvtoolu_01S${n}`
const numberIn = (id: unknown): number => Number(String(id).split('S')[1])

type Place = Pick<Family, 'model' | 'name'> & { readonly speaks: 'messages' | 'vertex' }

/** Every third search is requested together with a call: the API runs it once the result of the call is there. */
function isLate(n: number): boolean {
  return n % 3 === 1
}

/**
 * Claude with Anthropic's search: its searches and results come back block by block, unchanged, with encrypted parts
 * and citations, and only to this model (the API's pages on server tools and on web search). check-request refuses a
 * search without its result.
 */
function claudeSearching({ model, name, speaks }: Place): Family {
  /** The search that the last request leaves open. */
  let open: string | null = null
  const found = (): readonly Part[] =>
    open === null ? [] : [{ type: 'block', json: foundBlock(open, [pageOf(numberIn(open))]) }]
  const thought = (n: number): Part => thinking(thoughtOf(n), `${name}Et${n}+/==`, 2)
  return {
    name,
    model,
    speaks,
    searches: true,
    call: (n) => {
      const use = serverToolUse(idOf(n), 'web_search', queryOf(n))
      const call = {
        type: 'toolCall',
        id: `toolu_s${n}`,
        name: 'bash',
        input: { command: commandOf(name, n) },
      } as const
      const result: Part = { type: 'block', json: foundBlock(idOf(n), [pageOf(n)]) }
      const whole = [text(`Looking, ${n}.`), use, result, cited(`As page ${n} says.`, pageOf(n))]
      return message([...found(), thought(n), ...(isLate(n) ? [use] : whole), call], {
        searches: 1,
      })
    },
    answer: (n) => message([...found(), thought(n), text(answerOf(name, n))]),
    check: (body) => {
      open = openIn(body)
      return firstOf(repliesIn(body), (blocks) => cameBack(blocks, body, name))
    },
  }
}

function repliesIn({ messages }: Json): readonly (readonly Json[])[] {
  const all = Array.isArray(messages) ? messages.filter(isJson) : []
  return all.flatMap(({ content, role }) =>
    role === 'assistant' && Array.isArray(content) ? [content.filter(isJson)] : [],
  )
}

/** Returns the open search of the last reply. */
function openIn(body: Json): string | null {
  const blocks = repliesIn(body).at(-1) ?? []
  const done = new Set(blocks.map((block) => block['tool_use_id']))
  const use = blocks.find(({ id, type }) => type === 'server_tool_use' && !done.has(id))
  return use === undefined ? null : String(use['id'])
}

function cameBack(blocks: readonly Json[], body: Json, name: string): Verdict | null {
  const [, digits] = new RegExp(`(?:echo|says) ${name} (\\d+)`).exec(JSON.stringify(blocks)) ?? []
  const steps = blocks.filter(isOfSearch)
  if (digits === undefined) return unlessSame(steps, [])
  const n = Number(digits)
  const isCall = blocks.some(({ type }) => type === 'tool_use')
  const use = useBlock(idOf(n), 'web_search', queryOf(n))
  const says = `As page ${n} says.`
  const whole = [
    use,
    foundBlock(idOf(n), [pageOf(n)]),
    { type: 'text', text: says, citations: [citation(pageOf(n), says)] },
  ]
  // The previous reply's search was run for this one; a search lost with its reply never comes back.
  const [first] = steps
  const isOfBefore = first?.['type'] === 'web_search_tool_result'
  const before = isOfBefore ? numberIn(first['tool_use_id']) : null
  const late = before === null ? [] : [foundBlock(idOf(before), [pageOf(before)])]
  const stays = steps.some(({ id }) => id === idOf(n))
  const isLast = repliesIn(body).at(-1) === blocks
  if (isCall && isLate(n) && isLast && !stays)
    return { type: 'changed', what: `search ${n} went lost` }
  const own = !isCall ? [] : isLate(n) ? (stays ? [use] : []) : whole
  return unlessSame(steps, [...late, ...own])
}

function isOfSearch({ citations, type }: Json): boolean {
  return type === 'server_tool_use' || type === 'web_search_tool_result' || citations !== undefined
}

function unlessSame(got: readonly Json[], said: readonly Json[]): Verdict | null {
  const plain = got.map(({ cache_control: _mark, ...block }) => block)
  if (isDeepStrictEqual(plain, said)) return null
  return { type: 'changed', what: `a search: ${JSON.stringify(plain)} for ${JSON.stringify(said)}` }
}

const OPENAI = 'gptsearch'

/** OpenAI: a `web_search_call` comes back complete, after the thinking that led to it. */
const gptSearching: Family = {
  name: OPENAI,
  model: 'gpt-6-astra',
  speaks: 'responses',
  searches: true,
  call: (n) => {
    const input = { command: commandOf(OPENAI, n) }
    const call = { type: 'toolCall', name: 'bash', id: `call_g${n}`, input } as const
    return response([
      { type: 'block', json: thinkingItem(n, 'a') },
      { type: 'block', json: searchItem(n) },
      { type: 'block', json: thinkingItem(n, 'b') },
      call,
    ])
  },
  answer: (n) =>
    response([{ type: 'block', json: thinkingItem(n, 'a') }, text(answerOf(OPENAI, n))]),
  check: ({ input }) => {
    const items = Array.isArray(input) ? input.filter(isJson) : []
    return firstOf([...items.entries()], ([index, item]) => {
      if (item['type'] !== 'function_call') return null
      const [, digits] = new RegExp(`echo ${OPENAI} (\\d+)`).exec(String(item['arguments'])) ?? []
      const before = items.slice(Math.max(0, index - 3), index)
      if (digits === undefined) {
        const odd = before.filter(({ type }) => type === 'web_search_call')
        return odd.length === 0 ? null : { type: 'changed', what: 'a search of another' }
      }
      const n = Number(digits)
      return unlessSame(before, [thinkingItem(n, 'a'), searchItem(n), thinkingItem(n, 'b')])
    })
  },
}

function thinkingItem(n: number, part: string): Json {
  const summary = [{ type: 'summary_text', text: thoughtOf(n) }]
  return {
    id: `rs_${n}${part}`,
    type: 'reasoning',
    summary,
    encrypted_content: `gAAAAAB${n}${part}+/==`,
  }
}

function searchItem(n: number): Json {
  const sources = [{ type: 'url', url: pageOf(n).url }]
  const action = { type: 'search', queries: [`${OPENAI} ${n}`], sources }
  return { id: `ws_${n}`, type: 'web_search_call', status: 'completed', action }
}

export const SEARCHING = {
  claudeSearching: claudeSearching({
    name: 'searching',
    model: 'claude-opus-4-8',
    speaks: 'messages',
  }),
  vertexSearching: claudeSearching({
    name: 'vertexsearch',
    model: 'claude-opus-4-8',
    speaks: 'vertex',
  }),
  gptSearching,
} as const
