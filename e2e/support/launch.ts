import type { Browser } from 'playwright-core'
import { App } from '../app.ts'
import { Host, type HostOptions } from './host.ts'

/** A host that was started for a test, whichever it is. */
export interface Launched {
  readonly dataFolder: string
  readonly pid: number
  /** All that it has printed. */
  readonly printed: string
  /** Electron has one window for all who ask. */
  openWindow(): Promise<App>
  /** kill -9: no word of farewell. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export type Launch = (options: HostOptions) => Promise<Launched>

/** Starts browser hosts and shows them in this browser. */
export function inBrowser(browser: Browser): Launch {
  return async (options) => {
    const host = await Host.start(options)
    return {
      dataFolder: host.dataFolder,
      pid: host.pid,
      get printed() {
        return host.printed
      },
      openWindow: () => App.open(browser, host.address),
      kill: () => host.kill(),
      stop: () => host.stop(),
    }
  }
}
