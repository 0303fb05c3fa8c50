import type { FolderPort } from '../file-ports.ts'

/** Folders that are there until a test takes them away. */
export class KnownFolders implements FolderPort {
  readonly gone = new Set<string>()

  isGone(folder: string): boolean {
    return this.gone.has(folder)
  }

  look(folder: string): Promise<boolean> {
    return Promise.resolve(this.isGone(folder))
  }
}
