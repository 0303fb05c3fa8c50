import * as z from '../../../../shared/schema.ts'
import { ok } from '../../../../shared/result.ts'
import { type ChangePorts, defineChangeTool } from './change-tool.ts'
import type { Tool } from '../definition/tool.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const WriteFileInput = z.object({
  path: z.string().describe("The file: absolute, or relative to the conversation's folder."),
  content: z.string().describe('The entire content of the file.'),
})

const DESCRIPTION = `Creates a text file and any missing parent folders, or replaces the entire content of an existing file. Returns the change as a unified diff.

- To change part of a file, use edit_file or apply_patch: it is shorter and leaves the rest alone. Read an existing file before you replace it.
- An existing file keeps its line endings, encoding and mode.`

const OTHER_NAMES = {
  ...PATH_NAMES,
  contents: 'content',
  text: 'content',
  file_text: 'content',
  file_content: 'content',
}

export function createWriteFile(ports: ChangePorts): Tool {
  return defineChangeTool(
    {
      name: 'write_file',
      description: DESCRIPTION,
      input: WriteFileInput,
      otherNames: OTHER_NAMES,
      changesOf: ({ content: text, path }) => ok([{ type: 'write', path, text }]),
    },
    ports,
  )
}
