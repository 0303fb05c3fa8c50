import type { Browser } from 'playwright-core'
import type { HostOptions } from './host.ts'
import { SharedHost } from './shared-host.ts'

/** The hosts that the tests of one file share: one for each requested environment. */
export class SharedHosts {
  readonly #browser: Browser
  readonly #hosts = new Map<string, Promise<SharedHost>>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async host(options: HostOptions): Promise<SharedHost> {
    const name = JSON.stringify(options.environment ?? {})
    const known = this.#hosts.get(name)
    if (known !== undefined) return known
    const started = SharedHost.start(this.#browser, options)
    this.#hosts.set(name, started)
    return started
  }

  /** Called after each test. Brings every host to rest, even if one of them was changed. */
  async rest(): Promise<void> {
    const outcomes = await Promise.allSettled(
      [...this.#hosts.values()].map(async (host) => (await host).rest()),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async end(): Promise<void> {
    for (const host of this.#hosts.values()) await (await host).end()
  }
}
