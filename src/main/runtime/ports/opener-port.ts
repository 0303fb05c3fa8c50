import type { Result } from '../../../shared/result.ts'
import type { FolderProgram } from '../../../shared/protocol/open-commands.ts'

export interface OpenFile {
  /** The conversation's. */
  readonly folder: string
  /** As it was written; from the folder, or whole. */
  readonly path: string
  readonly line: number | null
  /** A call has named it: it may lie outside of the folder. */
  readonly isNamed: boolean
}

/** A person's own programs, started by a click. The errors are sentences. Never rejects. */
export interface OpenerPort {
  /** In the editor, or in the file manager where it is a folder. */
  openFile(file: OpenFile): Promise<Result<null, string>>
  openFolder(folder: string, program: FolderProgram): Promise<Result<null, string>>
  /** The name of the editor that files are opened in, for people. */
  editor(): Promise<Result<string, string>>
}
