import { EXPORT_FORMAT, EXPORT_VERSION } from '../../shared/messages/export-format.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { ExportedConversation } from './export-markdown.ts'

/**
 * Returns every message as Phoenix stores it, including rewound ones, oldest first, one per line, and the commands that
 * people ran themselves. `images`: data URLs by the hash that messages name, if requested.
 */
export function jsonOf(conversation: ExportedConversation): readonly string[] {
  const head = JSON.stringify(exportHead(conversation), null, 1).replace(/\n\}$/, '')
  return [`${head},\n "messages": [`, ...conversation.messages.map(lineOf), '\n ]\n}\n']
}

/** Returns everything except the messages. */
export function exportHead({
  exportedAt,
  folder,
  images,
  shells,
  title,
}: ExportedConversation): Readonly<Record<string, unknown>> {
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: new Date(exportedAt).toISOString(),
    title,
    folder,
    ...(shells.length > 0 && { commands: shells }),
    ...(images !== null && { images: Object.fromEntries(images) }),
  }
}

function lineOf(message: Message, index: number): string {
  return `${index === 0 ? '' : ','}\n  ${JSON.stringify(message)}`
}
