import type { Block } from '../../src/shared/messages/content.ts'
import type {
  ModelRequest,
  RequestBlock,
  RequestMessage,
} from '../../src/main/core/request/model-request.ts'

/** Block types that each role may send, according to the provider's documentation. */
const ALLOWED: Readonly<Record<RequestMessage['role'], readonly RequestBlock['type'][]>> = {
  user: ['text', 'image', 'document', 'toolResult'],
  agent: [
    'text',
    'thinking',
    'redactedThinking',
    'reasoning',
    'noReasoning',
    'providerItem',
    'serverTool',
    'toolCall',
    'other',
  ],
}

/**
 * Refuses whatever the real provider would, according to the documentation of the Messages API, not to our own check.
 * `thought`: this model's thinking so far, in order.
 */
export function refusals(
  request: ModelRequest,
  facts: {
    readonly hasTools: boolean
    readonly mayEndWithAgent: boolean
    readonly thought: readonly Block[]
  },
): readonly string[] {
  const { messages } = request
  const found: string[] = []
  if (messages[0]?.role !== 'user') found.push('I5 a request starts with the user')
  if (messages.at(-1)?.role !== 'user' && !facts.mayEndWithAgent)
    found.push('I5 a request ends with the user')
  const ids = new Set<string>()
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    if (before?.role === message.role) found.push('roles alternate')
    found.push(...refusedBlocks(message))
    for (const id of callsOf(message)) {
      if (ids.has(id) || id === '') found.push(`I4 call id ${id}`)
      ids.add(id)
    }
    if (message.role === 'agent') found.push(...refusedPairs(message, after))
    else found.push(...refusedResults(before, message))
  })
  return facts.hasTools
    ? [...found, ...refusedThinking(messages, facts.thought)]
    : [...found, ...refusedTools(messages)]
}

function refusedBlocks({ role, blocks }: RequestMessage): readonly string[] {
  if (blocks.length === 0) return ['I6 no empty message']
  return blocks.flatMap((block) => {
    if (!ALLOWED[role].includes(block.type)) return [`${block.type} in a message of the ${role}`]
    if (block.type === 'text' && block.text.trim() === '') return ['I6 no blank text']
    if (block.type === 'text' && !block.text.isWellFormed()) return ['text that is no UTF-16']
    if (
      block.type === 'toolResult' &&
      block.content.some((part) => part.type === 'text' && part.text.trim() === '')
    )
      return ['I6 no blank result']
    return []
  })
}

function callsOf({ blocks }: RequestMessage): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))
}

function resultsOf(message: RequestMessage | undefined): readonly string[] {
  return (message?.blocks ?? []).flatMap((block) => (block.type === 'toolResult' ? [block.id] : []))
}

/** I1: each call is answered once, in the very next message. */
function refusedPairs(
  message: RequestMessage,
  next: RequestMessage | undefined,
): readonly string[] {
  const results = resultsOf(next)
  return callsOf(message)
    .filter((id) => results.filter((each) => each === id).length !== 1)
    .map((id) => `I1 one result for ${id} in the next message`)
}

/** I2, I3: results answer the previous message, and come before everything else. */
function refusedResults(before: RequestMessage | undefined, message: RequestMessage): string[] {
  const calls = before === undefined ? [] : callsOf(before)
  const results = resultsOf(message)
  const found = results.filter((id) => !calls.includes(id)).map((id) => `I2 no call for ${id}`)
  const leading = message.blocks.slice(0, results.length)
  if (leading.some(({ type }) => type !== 'toolResult')) found.push('I3 results come first')
  const isMadeUp = message.blocks.some(
    (block) =>
      block.type === 'toolResult' &&
      block.content.some(
        (part) =>
          part.type === 'text' && part.text.startsWith('Interrupted: this call has no result'),
      ),
  )
  if (isMadeUp) found.push('I1 a result is stored before the next request')
  return found
}

const SAID: ReadonlySet<RequestBlock['type']> = new Set([
  'text',
  'image',
  'document',
  'reasoning',
  'noReasoning',
])

/** Without tools, a request has no tool blocks and no thinking that was signed with them. */
function refusedTools(messages: readonly RequestMessage[]): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    blocks
      .filter(({ type }) => !SAID.has(type))
      .map(({ type }) => `${type} in a request without tools`),
  )
}

/** I7: the model's thinking comes back complete, in order, unchanged. */
function refusedThinking(
  messages: readonly RequestMessage[],
  thought: readonly Block[],
): readonly string[] {
  const sent = messages.flatMap(({ blocks }) => blocks.flatMap(thoughtIn))
  const isSame = JSON.stringify(sent) === JSON.stringify(thought)
  return isSame ? [] : [`I7 thinking is sent as it came: ${JSON.stringify([sent, thought])}`]
}

/** The thinking block in its original form. */
function thoughtIn(block: RequestBlock): readonly Block[] {
  if (block.type === 'reasoning') {
    return [{ type: 'thinking', text: block.text, signature: null, field: block.field }]
  }
  return block.type === 'thinking' || block.type === 'redactedThinking' ? [block] : []
}
