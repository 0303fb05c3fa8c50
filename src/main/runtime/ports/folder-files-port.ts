import type { NamedKind, OwnCommand } from '../../../shared/protocol/file-commands.ts'
import type { FileLook, FolderEntry } from '../../../shared/protocol/browse-commands.ts'
import type { Result } from '../../../shared/result.ts'

export interface FoundPaths {
  readonly paths: readonly string[]
  readonly isCut: boolean
}

export interface FolderFile {
  /** Absolute, with all links resolved. */
  readonly path: string
  /** Relative to the folder. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Files of a conversation's folder for the person who writes in it. Never rejects, never blocks the loop. Errors are sentences
 * for people.
 */
export interface FolderFilesPort {
  /** Returns the paths of files that git does not ignore, and of their folders, which end in `/`; best match first. `isCut`: true if not all could be found. Null if the signal stopped it. */
  find(
    folder: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Result<FoundPaths | null, string>>
  /** Lists one of its folders. `under`: '' for the folder itself; others end in `/`. `isCut`: true if not all could be found. */
  list(
    folder: string,
    under: string,
  ): Promise<Result<{ readonly entries: readonly FolderEntry[]; readonly isCut: boolean }, string>>
  /** Returns a part of a file from this byte on. */
  look(folder: string, path: string, from: number): Promise<Result<FileLook, string>>
  /** Null if it is not a file of the folder that can be read without asking, is empty, or is larger than `maxBytes`. */
  read(folder: string, path: string, maxBytes: number): Promise<FolderFile | null>
  /** Returns what a path leads to. */
  kindOf(folder: string, path: string): Promise<NamedKind>
  /** Returns the commands that the folder and the person defined as Markdown files, the folder's first. */
  commands(folder: string): Promise<readonly OwnCommand[]>
}
