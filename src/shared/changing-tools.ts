/** Tools whose calls change files and answer with a difference. `patch` stands in conversations of earlier versions. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'edit_file',
  'write_file',
  'apply_patch',
  'patch',
])
