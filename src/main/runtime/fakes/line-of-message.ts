import { assertNever } from '../../../shared/assert-never.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'

/** Returns a message in one line: its author and content. */
export function lineOf(content: MessageContent): string {
  switch (content.type) {
    case 'user':
    case 'repair':
    case 'system':
    case 'error':
      return `${content.type}: ${content.text}`
    case 'agent':
      return `agent: ${content.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')}`
    case 'tool':
      return `tool ${content.outcome}: ${textsOf(content.content).join('')}`
    case 'summary':
      return `summary: ${content.text}`
    case 'undo':
      return `undo: ${content.files.map(({ shown }) => shown).join()}`
    case 'attachmentsDropped':
      return content.type
    case 'unreadable':
      return `unreadable: ${content.missing} missing`
    case 'rewound':
      return `rewound from ${content.fromSeq}`
    case 'subAgent':
      return `sub-agent ${content.outcome}: ${content.text}`
    default:
      return assertNever(content)
  }
}
