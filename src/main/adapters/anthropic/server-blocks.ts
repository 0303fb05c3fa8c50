import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages'

/**
 * Returns the request's messages without the steps of server tools that lack their other half: such a step would be refused,
 * and with it every later request. A step that the provider has yet to run stays where it is allowed: in the reply that is
 * being continued, or whose calls the last message answers. `isAllowed`: the request's tools include server tools.
 */
export function withPairedSteps(
  messages: readonly MessageParam[],
  isAllowed: boolean,
): MessageParam[] {
  const results = messages.map((message) => idsIn(message, resultIdOf))
  const kept = new Set<string>()
  const paired = messages.map((message, index) => {
    if (message.role !== 'assistant') return message
    const isOpen = isAllowed && isContinued(messages, index)
    const content = blocksOf(message).filter((block) => {
      const use = useIdOf(block)
      if (use !== null) {
        const isPaired = results[index]?.has(use) === true || results[index + 2]?.has(use) === true
        if (isPaired || isOpen) kept.add(use)
        return isPaired || isOpen
      }
      const result = resultIdOf(block)
      return result === null || kept.has(result)
    })
    return content.length === blocksOf(message).length ? message : { ...message, content }
  })
  return endedByUser(merged(paired), isAllowed)
}

/** Returns all messages without steps and without citations of their results; null if there are none. */
export function withoutServerBlocks(messages: readonly MessageParam[]): MessageParam[] | null {
  const bare = messages.map((message) => {
    if (message.role !== 'assistant') return message
    const content = blocksOf(message).flatMap((block) => bareBlock(block) ?? [])
    return { ...message, content }
  })
  const isChanged = messages.some((message) =>
    blocksOf(message).some((block) => bareBlock(block) !== block),
  )
  return isChanged ? endedByUser(merged(bare), false) : null
}

function bareBlock(block: ContentBlockParam): ContentBlockParam | null {
  if (useIdOf(block) !== null || resultIdOf(block) !== null) return null
  if (block.type !== 'text' || block.citations === undefined) return block
  const { citations: _citations, ...text } = block
  return text
}

/** True for the last reply if it is being continued, or if the last message answers its calls. */
function isContinued(messages: readonly MessageParam[], index: number): boolean {
  if (index === messages.length - 1) return true
  const [first] = blocksOf(messages.at(-1))
  return index === messages.length - 2 && first?.type === 'tool_result'
}

/** Drops messages that are now empty, and merges their neighbours. */
function merged(messages: readonly MessageParam[]): MessageParam[] {
  const whole: MessageParam[] = []
  for (const message of messages) {
    const last = whole.at(-1)
    if (message.content.length === 0) continue
    if (last?.role === message.role && last.role !== 'system') {
      const content = [...blocksOf(last), ...blocksOf(message)]
      whole[whole.length - 1] = { role: last.role, content }
    } else whole.push(message)
  }
  return whole
}

/** A paused reply can only be continued with the tools that paused it: current models refuse anything else. */
function endedByUser(messages: MessageParam[], isAllowed: boolean): MessageParam[] {
  if (isAllowed || messages.at(-1)?.role !== 'assistant') return messages
  return [...messages, { role: 'user', content: [{ type: 'text', text: GO_ON }] }]
}

const GO_ON = 'Continue. Web search is no longer available.'

function idsIn(
  message: MessageParam,
  idOf: (block: ContentBlockParam) => string | null,
): ReadonlySet<string> {
  return new Set(blocksOf(message).flatMap((block) => idOf(block) ?? []))
}

function useIdOf(block: ContentBlockParam): string | null {
  return block.type === 'server_tool_use' ? block.id : null
}

function resultIdOf(block: ContentBlockParam): string | null {
  return block.type === 'web_search_tool_result' || block.type === 'web_fetch_tool_result'
    ? block.tool_use_id
    : null
}

function blocksOf(message: MessageParam | undefined): readonly ContentBlockParam[] {
  const content = message?.content ?? []
  return typeof content === 'string' ? [] : content
}
