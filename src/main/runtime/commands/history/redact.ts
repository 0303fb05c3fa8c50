/** Fields that contain only ids, Phoenix's own names and hashes. Everything else is redacted. */
const SHOWN: ReadonlySet<string> = new Set(
  `
    type id requestId workId callId callIds messageId messageIds turnId timerId agentId replyId
    lastReplyId conversationId parent parentId printedIn forkedFrom providerCallId endpoint model
    from to kind outcome cause trigger goal purpose end reason provider resume permissionMode
    busyPolicy action version digest blob original copy mediaType was match mode by author choices
    repair repairs field dropped follows fault tool subjectIn why event
  `
    .trim()
    .split(/\s+/),
)

/** Fields with arbitrary content from a model or a person. */
const OPAQUE: ReadonlySet<string> = new Set(['value', 'json', 'answer'])

/** Matches an id, a name or a hash; a single word. */
const NAME = /^[\w.:/@+-]{1,150}$/

/**
 * Returns the JSON of a conversation without what was said, asked, printed or read: only the length of each text
 * remains. Tool names are kept if they are Phoenix's own.
 */
export function redacted(value: unknown, tools: ReadonlySet<string>): unknown {
  return without(value, '', tools)
}

function without(value: unknown, name: string, tools: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return isShown(value, name, tools) ? value : lengthOf(value)
  if (Array.isArray(value)) return value.map((each) => without(each, name, tools))
  if (typeof value !== 'object' || value === null) return value
  if (OPAQUE.has(name)) return lengthOf(JSON.stringify(value))
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, each]) => [key, without(each, key, tools)]))
}

function isShown(text: string, name: string, tools: ReadonlySet<string>): boolean {
  if (name === 'name') return tools.has(text)
  return SHOWN.has(name) && NAME.test(text)
}

function lengthOf(text: string): string {
  return `[${text.length} characters]`
}
