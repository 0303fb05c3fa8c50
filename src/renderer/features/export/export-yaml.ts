import { stringify } from 'yaml'
import { exportHead } from './export-json.ts'
import type { ExportedConversation } from './export-markdown.ts'

/** Longer lines stay as they are: nothing that was said is broken anew. */
const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const

/** The same as the JSON, for people who read it: texts stand on lines of their own. In pieces that belong together as they are. */
export function yamlOf(conversation: ExportedConversation): readonly string[] {
  const { messages } = conversation
  const head = stringify(exportHead(conversation), OPTIONS)
  if (messages.length === 0) return [head, 'messages: []\n']
  return [head, 'messages:\n', ...messages.map((message) => stringify([message], OPTIONS))]
}
