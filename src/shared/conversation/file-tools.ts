// What pages know of tools by their names. `patch` and `keyword_search` stand in conversations of earlier versions.

/** Their calls change files and answer with a difference. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'edit_file',
  'write_file',
  'apply_patch',
  'patch',
])

/** Their calls look for something. */
export const SEARCHING_TOOLS: ReadonlySet<string> = new Set(['glob', 'grep', 'keyword_search'])

/** Their calls only read. */
export const READING_TOOLS: ReadonlySet<string> = new Set([
  ...SEARCHING_TOOLS,
  'list_files',
  'read_file',
])
