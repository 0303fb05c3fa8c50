import * as z from '../../../../shared/schema.ts'
import { type ChangePorts, defineChangeTool } from './change-tool.ts'
import { parsePatch } from './patch-format.ts'
import type { Tool } from '../definition/tool.ts'

const ApplyPatchInput = z.object({
  patch: z.string().describe('The patch, from "*** Begin Patch" to "*** End Patch".'),
})

const DESCRIPTION = `Changes, creates, deletes and moves text files with one patch, all or nothing, and returns the change as a unified diff. Use it to change several places or files in one step.

The format:

*** Begin Patch
*** Update File: src/app.py
*** Move to: src/main.py
@@ class App:
     def run(self):
-        print("old")
+        print("new")
*** Add File: docs/notes.md
+Each line of a new file begins with +.
*** Delete File: obsolete.txt
*** End Patch

- Lines of an update begin with a space (context, unchanged), - (removed) or + (added). Give about three lines of context above and below each change.
- The lines of each change must match one place below the change before it. If they match several, precede them with "@@ " and a line above the right place, such as its class or function.
- "*** Move to:" is only for renaming; "*** End of File" after a change pins it to the end of the file.
- Paths are absolute or relative to the conversation's folder. If anything does not fit, nothing is changed.`

export function createApplyPatch(ports: ChangePorts): Tool {
  return defineChangeTool(
    {
      name: 'apply_patch',
      description: DESCRIPTION,
      input: ApplyPatchInput,
      otherNames: { input: 'patch', diff: 'patch', patch_text: 'patch', content: 'patch' },
      changesOf: ({ patch }) => parsePatch(patch),
    },
    ports,
  )
}
