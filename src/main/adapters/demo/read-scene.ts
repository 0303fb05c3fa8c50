import type {
  ModelRequest,
  RequestBlock,
  RequestMessage,
} from '../../core/request/model-request.ts'
import type { SceneResult } from './scene.ts'

export interface SceneSoFar {
  /** The person's last words; empty where there are none. */
  readonly words: string
  /** What the calls since then brought back, in order. */
  readonly results: readonly SceneResult[]
}

/** The progress of the scene, read only from the request: the demo keeps no state of a conversation. */
export function readScene({ messages }: ModelRequest): SceneSoFar {
  const start = messages.findLastIndex((message) => wordsOf(message) !== null)
  const asked = messages[start]
  return {
    words: (asked === undefined ? null : wordsOf(asked)) ?? '',
    results: messages.slice(start + 1).flatMap(({ blocks }) => blocks.flatMap(readResult)),
  }
}

/**
 * The last text of a user message that asks for something: "Continue." goes on with what was asked before, images alone
 * ask for something without a word.
 */
function wordsOf({ role, blocks }: RequestMessage): string | null {
  if (role !== 'user') return null
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  if (texts.length === 0 && blocks.some((block) => block.type === 'image')) return ''
  return texts.findLast((text) => !/^\s*continue\W*$/i.test(text)) ?? null
}

function readResult(block: RequestBlock): SceneResult[] {
  if (block.type !== 'toolResult') return []
  const texts = block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = texts.join('\n')
  return [{ isError: block.isError, text }]
}
