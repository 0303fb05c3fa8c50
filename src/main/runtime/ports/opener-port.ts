import type { Result } from '../../../shared/result.ts'
import type { FolderProgram } from '../../../shared/protocol/open-commands.ts'

export interface OpenFile {
  /** The conversation's folder. */
  readonly folder: string
  /** As written: relative to the folder, or absolute. */
  readonly path: string
  readonly line: number | null
  /** True if a call named it: it may then be outside the folder. */
  readonly isNamed: boolean
}

/** Starts a person's own programs after a click. Errors are sentences. Never rejects. */
export interface OpenerPort {
  /** Opens a file in the editor, a folder in the file manager. */
  openFile(file: OpenFile): Promise<Result<null, string>>
  openFolder(folder: string, program: FolderProgram): Promise<Result<null, string>>
  /** Returns the name of the editor for people. */
  editor(): Promise<Result<string, string>>
}
