import type { Browser } from 'playwright-core'
import { App } from './app.ts'
import type { FakeModelServer } from './fake-model-server/fake-model-server.ts'
import { freshFolder, Host, type HostOptions } from './host.ts'

/** What a test of the whole program has at hand: a model that says what it is told, hosts, windows. */
export class Scene {
  readonly model: FakeModelServer
  readonly folder = freshFolder('work')
  private readonly browser: Browser
  private readonly hosts: Host[] = []
  private readonly apps: App[] = []

  constructor(browser: Browser, model: FakeModelServer) {
    this.browser = browser
    this.model = model
  }

  /** A host that asks the fake model with its key, unless the options say otherwise. */
  async host(options: HostOptions = {}): Promise<Host> {
    const environment = {
      ANTHROPIC_API_KEY: this.model.key,
      ANTHROPIC_BASE_URL: this.model.url,
      ...options.environment,
    }
    const host = await Host.start({ ...options, environment })
    this.hosts.push(host)
    return host
  }

  async window(host: Host): Promise<App> {
    const app = await App.open(this.browser, host.address)
    this.apps.push(app)
    return app
  }

  /** A window with a new conversation in this scene's folder. */
  async conversation(options: HostOptions = {}): Promise<{ host: Host; app: App }> {
    const host = await this.host(options)
    const app = await this.window(host)
    await app.startConversation(this.folder)
    await app.message.waitFor()
    return { host, app }
  }

  async end(): Promise<void> {
    for (const app of this.apps) await app.close()
    for (const host of this.hosts) await host.stop()
    await this.model.close()
  }
}
