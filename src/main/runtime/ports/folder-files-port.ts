import type { NamedKind, OwnCommand } from '../../../shared/protocol/file-commands.ts'
import type { FileLook, FolderEntry } from '../../../shared/protocol/browse-commands.ts'
import type { Result } from '../../../shared/result.ts'

/** `stopped`: by its signal. `failed`: the folder cannot be listed. */
export type FindFilesFault = 'stopped' | 'failed'

export interface FolderFile {
  /** Absolute and real. */
  readonly path: string
  /** Relative to the folder. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files of a conversation's folder, for the person who writes in it. Never rejects, never blocks the loop. */
export interface FolderFilesPort {
  /** Paths of files that git does not ignore, and of their folders, which end in `/`; best match first. */
  find(
    folder: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Result<readonly string[], FindFilesFault>>
  /** The entries of one of its folders; '' is the folder itself, others end in `/`. */
  list(folder: string, under: string): Promise<Result<readonly FolderEntry[], FindFilesFault>>
  /** A part of a file, from this byte on. The error is a sentence for people. */
  look(folder: string, path: string, from: number): Promise<Result<FileLook, string>>
  /** Null: it is not a file there that can be read without asking, it is empty, or it is larger than `maxBytes`. */
  read(folder: string, path: string, maxBytes: number): Promise<FolderFile | null>
  /** What a path leads to. */
  kindOf(folder: string, path: string): Promise<NamedKind>
  /** Commands that the folder and the person defined as Markdown files, the folder's first. */
  commands(folder: string): Promise<readonly OwnCommand[]>
}
