import { beforeEach } from 'vitest'

export const isPosix = process.platform !== 'win32'

/** Gives each test of a file a desk of its own, and disposes of it after the test. */
export function workspaceForEachTest<Desk extends Disposable>(
  make: () => Desk,
  take: (desk: Desk) => void,
): void {
  beforeEach(() => {
    const desk = make()
    take(desk)
    return () => {
      desk[Symbol.dispose]()
    }
  })
}
