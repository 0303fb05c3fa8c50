import type { Browser } from 'playwright-core'
import { App } from '../e2e/app.ts'
import { INSPECTED } from '../e2e/inside/inspector.ts'
import { startBrowser } from '../e2e/support/browser.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import type { Trial } from './bench.ts'
import { BenchClient } from './client.ts'

interface RigOptions {
  readonly sandbox?: 'on' | 'off'
  /** Set if an inspector can connect to the host. */
  readonly isInspected?: true
  readonly dataFolder?: string
}

/** A fake model, a host of the program under test that uses it, and a window if requested. */
export class Rig {
  readonly model: FakeModelServer
  readonly host: Host
  #browser: Browser | null = null

  private constructor(model: FakeModelServer, host: Host) {
    this.model = model
    this.host = host
  }

  static async start(trial: Trial, options: RigOptions = {}): Promise<Rig> {
    const { program } = trial
    const { isInspected, sandbox, ...rest } = options
    const model = await startFakeModelServer({ remember: 3 })
    const environment = {
      ANTHROPIC_API_KEY: model.key,
      ANTHROPIC_BASE_URL: model.url,
      ...(sandbox === undefined ? {} : { PHOENIX_SANDBOX: sandbox }),
      ...(isInspected ? INSPECTED : {}),
    }
    return new Rig(model, await Host.start({ ...rest, program, environment }))
  }

  connect(): Promise<BenchClient> {
    return BenchClient.connect(this.host.address)
  }

  /** Opens a real window. */
  async openWindow(): Promise<App> {
    this.#browser ??= await startBrowser()
    return App.open(this.#browser, this.host.address)
  }

  /** Opens a real window on a new conversation. */
  async openConversation(): Promise<App> {
    const app = await this.openWindow()
    await app.startConversation(freshFolder('work'))
    await app.message.waitFor()
    return app
  }

  async end(): Promise<void> {
    await this.#browser?.close()
    await this.host.stop()
    await this.model.close()
  }
}
