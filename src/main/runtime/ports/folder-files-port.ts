import type { OwnCommand } from '../../../shared/protocol/file-commands.ts'
import type { Result } from '../../../shared/result.ts'

/** `stopped`: by its signal. `failed`: the folder cannot be listed. */
export type FindFilesFault = 'stopped' | 'failed'

export interface FolderFile {
  /** Whole and real. */
  readonly path: string
  /** From the folder. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files of a conversation's folder, for the person who writes in it. Never rejects, never holds the loop. */
export interface FolderFilesPort {
  /** Paths of files that git does not ignore, and of their folders, which end in `/`; best first. */
  find(
    folder: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Result<readonly string[], FindFilesFault>>
  /** Null: it is no file in there that can be read without asking, it is empty, or it is larger than `maxBytes`. */
  read(folder: string, path: string, maxBytes: number): Promise<FolderFile | null>
  /** Commands that the folder and the person have written as Markdown files, the folder's first. */
  commands(folder: string): Promise<readonly OwnCommand[]>
}
