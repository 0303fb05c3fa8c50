import type { StoreApi } from 'zustand/vanilla'
import type { Shell } from './shell.ts'

/** Waits for the connection to the host. */
export interface LineWatch {
  /** Resolves when a lost connection is back; called right after a request failed because it was lost. */
  back(): Promise<void>
  /** Resolves with the work, or as soon as the connection is lost. */
  unlessLost(work: Promise<unknown>): Promise<void>
}

export function watchLine(shell: Pick<StoreApi<Shell>, 'getState' | 'subscribe'>): LineWatch {
  const isOnline = (): boolean => shell.getState().line.type === 'online'

  /** A request can fail before the line says why: only what changes from now on counts. */
  function whenOnline(isIt: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = shell.subscribe((now, before) => {
        if (now.line.type === before.line.type || isOnline() !== isIt) return
        stop()
        resolve()
      })
      signal?.addEventListener('abort', stop)
    })
  }

  return {
    back: () => whenOnline(true),
    unlessLost: async (work) => {
      if (!isOnline()) return
      const over = new AbortController()
      await Promise.race([work, whenOnline(false, over.signal)])
      over.abort()
    },
  }
}
