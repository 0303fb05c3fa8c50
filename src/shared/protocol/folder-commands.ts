import * as z from '../schema.ts'

/** A path as typed by a person. */
export const FolderText = z.string().max(4096)

/** Commands that help a person name a folder. */
export const folderCommands = {
  /** Returns up to 50 folders whose path starts with the text; `~` is the home folder. */
  'folder.complete': {
    needs: 'owner',
    input: z.object({ text: FolderText }).readonly(),
    output: z.object({ folders: z.array(z.string()).readonly() }).readonly(),
  },
  /** Shows the system's folder dialog and answers when it is closed; null if nothing was chosen. */
  'folder.choose': {
    needs: 'owner',
    input: z.object({}).readonly(),
    output: z.object({ folder: z.string().nullable() }).readonly(),
  },
} as const
