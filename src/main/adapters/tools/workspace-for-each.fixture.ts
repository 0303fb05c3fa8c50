import { beforeEach } from 'vitest'

export const isPosix = process.platform !== 'win32'

/** Gives each test of a file a separate workspace, and disposes of it after the test. */
export function workspaceForEachTest<Workspace extends Disposable>(
  make: () => Workspace,
  take: (workspace: Workspace) => void,
): void {
  beforeEach(() => {
    const workspace = make()
    take(workspace)
    return () => {
      workspace[Symbol.dispose]()
    }
  })
}
