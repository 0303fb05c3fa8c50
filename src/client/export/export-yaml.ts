import { dump } from 'js-yaml'
import { exportHead } from './export-json.ts'
import type { ExportedConversation } from './export-markdown.ts'

/** Long lines are kept: texts are never re-wrapped. */
const OPTIONS = { lineWidth: -1, noRefs: true } as const

/** The content of the JSON export, easier to read: each text keeps its lines. Joined, the pieces form one document. */
export function yamlOf(conversation: ExportedConversation): readonly string[] {
  const { messages } = conversation
  const head = dump(exportHead(conversation), OPTIONS)
  if (messages.length === 0) return [head, 'messages: []\n']
  return [head, 'messages:\n', ...messages.map((message) => dump([message], OPTIONS))]
}
