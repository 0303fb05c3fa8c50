import { isGitNote } from '../../../shared/messages/git-note.ts'
import type {
  ModelRequest,
  RequestBlock,
  RequestMessage,
} from '../../core/request/model-request.ts'
import type { SceneResult } from './scene.ts'

export interface SceneSoFar {
  /** The user's last words; empty if there are none. */
  readonly words: string
  /** The results of the calls since then, in order. */
  readonly results: readonly SceneResult[]
}

/** The progress of the scene, read only from the request: the demo keeps no state of a conversation. */
export function readScene({ messages }: ModelRequest): SceneSoFar {
  const start = messages.findLastIndex((message) => wordsOf(message) !== null)
  const question = messages[start]
  return {
    words: (question === undefined ? null : wordsOf(question)) ?? '',
    results: messages.slice(start + 1).flatMap(({ blocks }) => blocks.flatMap(readResult)),
  }
}

/**
 * The last text of a user message that asks for something; null if there is none. "Continue." goes on with the previous
 * request, the note about git asks for nothing; images without text ask for something without words.
 */
function wordsOf({ role, blocks }: RequestMessage): string | null {
  if (role !== 'user') return null
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  if (texts.length === 0 && blocks.some((block) => block.type === 'image')) return ''
  return texts.findLast((text) => !isGitNote(text) && !/^\s*continue\W*$/i.test(text)) ?? null
}

function readResult(block: RequestBlock): SceneResult[] {
  if (block.type !== 'toolResult') return []
  const texts = block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = texts.join('\n')
  return [{ isError: block.isError, text }]
}
