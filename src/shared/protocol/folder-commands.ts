import { z } from 'zod'

/** A path as a person types it. */
export const FolderText = z.string().max(4096)

/** What helps a person to name a folder. */
export const folderCommands = {
  /** Folders whose path starts with the text; `~` is the home folder. At most 50. */
  'folder.complete': {
    needs: 'owner',
    input: z.object({ text: FolderText }).readonly(),
    output: z.object({ folders: z.array(z.string()).readonly() }).readonly(),
  },
  /** Shows the system's own dialog and answers when it is closed; null: nothing was chosen. */
  'folder.choose': {
    needs: 'owner',
    input: z.object({}).readonly(),
    output: z.object({ folder: z.string().nullable() }).readonly(),
  },
} as const
