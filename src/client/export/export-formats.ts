import { jsonOf } from './export-json.ts'
import { type ExportedConversation, type MarkdownOptions, markdownOf } from './export-markdown.ts'
import type { ExportFormat } from './format-names.ts'

interface Format {
  readonly label: string
  readonly extension: 'md' | 'json' | 'yaml'
  readonly mediaType: string
  readonly write: (
    conversation: ExportedConversation,
    options: MarkdownOptions,
  ) => readonly string[] | Promise<readonly string[]>
}

/** The table of export formats. */
export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  markdown: {
    label: 'Markdown, to read and share',
    extension: 'md',
    mediaType: 'text/markdown',
    write: markdownOf,
  },
  json: {
    label: 'JSON, every message as Phoenix stores it; can be imported again',
    extension: 'json',
    mediaType: 'application/json',
    write: jsonOf,
  },
  yaml: {
    label: 'YAML, the same as JSON but easier to read',
    extension: 'yaml',
    mediaType: 'application/yaml',
    // Its library is loaded with the first export.
    write: async (conversation) => (await import('./export-yaml.ts')).yamlOf(conversation),
  },
}
