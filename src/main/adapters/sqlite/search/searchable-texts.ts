import { assertNever } from '../../../../shared/assert-never.ts'
import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { Block, ToolContent } from '../../../../shared/messages/content.ts'
import { wordsIn } from '../../../../shared/search/found-words.ts'
import type { CallId, MessageId } from '../../../../shared/ids.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import type { SearchRole } from '../../../../shared/search/search.ts'

/** Searchable text of a message, in one place on the page. */
export interface SearchableText {
  readonly role: Exclude<SearchRole, 'title'>
  /** The card that contains it; null if it is the message itself. */
  readonly callId: CallId | null
  readonly text: string
}

/** How much of the beginning and the end of a longer text is indexed, in UTF-16 units. */
const HEAD = 48 * 1024
const TAIL = 16 * 1024
/** A longer text is indexed only in part. */
export const MOST_INDEXED = HEAD + TAIL
/** Deeper values of an input are not searched. */
const DEEPEST = 8
/** Separates two texts: no phrase spans it, and nobody can type it. */
const BOUNDARY = '\u{F8FF}'

/** The parts of a message that people search for: without thinking, and without what Phoenix adds by itself. */
export function searchableTexts(id: MessageId, content: MessageContent): readonly SearchableText[] {
  try {
    return textsIn(id, content)
  } catch {
    // The message was changed from outside.
    return []
  }
}

function textsIn(id: MessageId, content: MessageContent): readonly SearchableText[] {
  switch (content.type) {
    case 'user': {
      if (content.author !== 'person') return []
      const names = content.attachments.map(({ name }) => name)
      return searchable('person', null, [...names, content.text].join('\n'))
    }
    case 'agent':
      return agentTexts(id, content.blocks)
    case 'tool':
      return searchable('output', content.callId, printed(content.content))
    case 'subAgent':
      return searchable('output', content.callId, content.text)
    case 'undo':
    case 'summary':
    case 'repair':
    case 'attachmentsDropped':
    case 'rewound':
    case 'system':
    case 'error':
    case 'unreadable':
      return []
    default:
      return assertNever(content)
  }
}

function agentTexts(id: MessageId, blocks: readonly Block[]): readonly SearchableText[] {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const calls = blocks.filter((block) => block.type === 'toolCall')
  const inputs = calls.flatMap(({ input, name }, index) => {
    const inputText = input.type === 'object' ? stringsIn(input.value).join('\n') : input.text
    return searchable('input', callIdOf(id, index), `${name}\n${inputText}`)
  })
  return [...searchable('agent', null, texts.join('')), ...inputs]
}

/** The text of a result, without its images. */
function printed(content: readonly ToolContent[]): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** The searchable text of a command that a person ran. */
export interface ShellText {
  readonly id: string
  readonly command: string
  readonly output: string
}

export function shellTexts({ command, id, output }: ShellText): readonly SearchableText[] {
  const callId = id as CallId
  return [...searchable('input', callId, command), ...searchable('output', callId, output)]
}

function searchable(
  role: SearchableText['role'],
  callId: CallId | null,
  text: string,
): readonly SearchableText[] {
  return text.trim() === '' ? [] : [{ role, callId, text }]
}

function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return []
  return Object.values(value).flatMap((each) => stringsIn(each, depth + 1))
}

/** The part of a text that is indexed. */
export function indexedPart(text: string): string {
  if (text.length <= MOST_INDEXED) return text
  return `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`
}

/** Splits texts into words of the index, followed by the parts of compound words, each compound once. */
export function indexWords(texts: readonly string[]): string {
  const all: string[] = []
  for (const text of texts) {
    const words = wordsIn(indexedPart(text))
    for (const { word } of words) all.push(word)
    all.push(BOUNDARY)
    const known = new Set<string>()
    for (const { parts } of words) {
      if (parts.length === 0) continue
      const apart = parts.map(({ word }) => word).join(' ')
      if (known.has(apart)) continue
      known.add(apart)
      all.push(apart, BOUNDARY)
    }
  }
  return all.slice(0, -1).join(' ')
}
