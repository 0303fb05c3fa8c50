import * as z from '../../../../shared/schema.ts'
import { ok } from '../../../../shared/result.ts'
import { type ChangePorts, defineChangeTool } from './change-tool.ts'
import type { Tool } from '../definition/tool.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const EditFileInput = z.object({
  path: z.string().describe("The file: absolute, or relative to the conversation's folder."),
  old_string: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as it appears in the file, without line numbers.'),
  new_string: z.string().describe('The text to put in its place. Empty to delete it.'),
  replace_all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence of old_string. By default it must occur exactly once.'),
})

const DESCRIPTION = `Replaces text in a file and returns the change as a unified diff.

- Read the part of the file you want to change first. Quote old_string as read_file shows it, without line numbers and with enough surrounding lines that it occurs only once, or set replace_all.
- If old_string differs from the file only in white space, it is still found, new_string is indented to match, and the result says so.
- Line endings, encoding and file mode are kept. If something else has changed the file in the meantime, the edit is not made: read the file again.
- To change several places or files in one step, use apply_patch. To create a file or replace it entirely, use write_file.
- Only text files up to 16 MB can be edited.`

const OTHER_NAMES = {
  ...PATH_NAMES,
  old_str: 'old_string',
  old_text: 'old_string',
  old: 'old_string',
  search: 'old_string',
  new_str: 'new_string',
  new_text: 'new_string',
  new: 'new_string',
  replace: 'new_string',
  all: 'replace_all',
}

export function createEditFile(ports: ChangePorts): Tool {
  return defineChangeTool(
    {
      name: 'edit_file',
      description: DESCRIPTION,
      input: EditFileInput,
      otherNames: OTHER_NAMES,
      changesOf: ({ new_string: newText, old_string: oldText, path, replace_all: all }) =>
        ok([{ type: 'edit', path, oldText, newText, everywhere: all === true }]),
    },
    ports,
  )
}
