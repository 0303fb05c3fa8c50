import type { Browser } from 'playwright-core'
import { App } from '../app.ts'
import { Host, type HostOptions } from './host.ts'

/** A host started for a test, of any kind. */
export interface Launched {
  readonly dataFolder: string
  readonly pid: number
  /** All output so far. */
  readonly printed: string
  /** Electron always returns its only window. */
  openWindow(): Promise<App>
  /** kill -9: no orderly shutdown. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export type Launch = (options: HostOptions) => Promise<Launched>

/** Starts browser hosts and opens their windows in this browser. */
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
