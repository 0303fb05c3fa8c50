// What pages know about tools by name. `patch` and `keyword_search` occur in old conversations.

/** Their calls change files and return a diff. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'edit_file',
  'write_file',
  'apply_patch',
  'patch',
])

/** Their calls search. */
export const SEARCHING_TOOLS: ReadonlySet<string> = new Set(['glob', 'grep', 'keyword_search'])

/** Their calls only read. */
export const READING_TOOLS: ReadonlySet<string> = new Set([
  ...SEARCHING_TOOLS,
  'list_files',
  'read_file',
])
