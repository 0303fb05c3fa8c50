import type { FolderPort, GitPort } from '../ports/file-ports.ts'

/** Folders that exist until a test removes them. */
export class KnownFolders implements FolderPort, GitPort {
  readonly missing = new Set<string>()
  gitState: (onStarted: () => void) => Promise<string | null> = () => Promise.resolve(null)

  stateOf({ onStarted }: Parameters<GitPort['stateOf']>[0]): Promise<string | null> {
    return this.gitState(onStarted)
  }

  isGone(folder: string): boolean {
    return this.missing.has(folder)
  }

  look(folder: string): Promise<boolean> {
    return Promise.resolve(this.isGone(folder))
  }
}
