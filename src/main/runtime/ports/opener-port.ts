import type { Result } from '../../../shared/result.ts'
import type { FolderProgram } from '../../../shared/protocol/open-commands.ts'

export interface OpenFile {
  /** The conversation's folder. */
  readonly folder: string
  /** As it was written; relative to the folder, or absolute. */
  readonly path: string
  readonly line: number | null
  /** A call named it: it may be outside the folder. */
  readonly isNamed: boolean
}

/** A person's own programs, started by a click. The errors are sentences. Never rejects. */
export interface OpenerPort {
  /** In the editor; a folder in the file manager. */
  openFile(file: OpenFile): Promise<Result<null, string>>
  openFolder(folder: string, program: FolderProgram): Promise<Result<null, string>>
  /** The name of the editor that files are opened in, for people. */
  editor(): Promise<Result<string, string>>
}
