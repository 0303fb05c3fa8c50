// The tools that pages know by name. `patch` and `keyword_search` occur in old conversations.

/** Tools that change files and return a diff. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'edit_file',
  'write_file',
  'apply_patch',
  'patch',
])

/** Tools that search. */
export const SEARCHING_TOOLS: ReadonlySet<string> = new Set(['glob', 'grep', 'keyword_search'])

/** Tools that only read. */
export const READING_TOOLS: ReadonlySet<string> = new Set([
  ...SEARCHING_TOOLS,
  'list_files',
  'read_file',
])
