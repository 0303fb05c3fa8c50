import type { App } from './app.ts'
import type { FakeModelServer } from './fake-model-server/fake-model-server.ts'
import { freshFolder, type HostOptions } from './support/host.ts'
import type { Launch, Launched } from './support/launch.ts'
import type { SharedHosts } from './support/shared-hosts.ts'

/** The parts of a test of the whole program: a scripted model, hosts, windows. */
export class Scene {
  readonly model: FakeModelServer
  readonly folder = freshFolder('work')
  readonly #launch: Launch
  readonly #shared: SharedHosts | null
  readonly #hosts: Launched[] = []
  readonly #apps: App[] = []

  /** `shared`: the hosts of the file; null: each host is started for this scene. */
  constructor(launch: Launch, model: FakeModelServer, shared: SharedHosts | null = null) {
    this.#launch = launch
    this.model = model
    this.#shared = shared
  }

  /** Starts a host that uses the fake model with its key, unless the options say otherwise. */
  async host(options: HostOptions = {}): Promise<Launched> {
    const environment = {
      ANTHROPIC_API_KEY: this.model.key,
      ANTHROPIC_BASE_URL: this.model.url,
      ...options.environment,
    }
    if (this.#shared !== null && !isOwn(options)) return this.#shared.host({ environment })
    const host = await this.#launch({ ...options, environment })
    this.#hosts.push(host)
    return host
  }

  async window(host: Launched): Promise<App> {
    const app = await host.openWindow()
    this.#apps.push(app)
    return app
  }

  /** Opens a window with a new conversation in this scene's folder. */
  async conversation(options: HostOptions = {}): Promise<{ host: Launched; app: App }> {
    const host = await this.host(options)
    const app = await this.window(host)
    await app.startConversation(this.folder)
    await app.message.waitFor()
    return { host, app }
  }

  /** Closes the windows, ends the hosts of this scene, and stops all work on shared ones. */
  async end(): Promise<void> {
    for (const app of this.#apps) await app.close()
    for (const host of this.#hosts) await host.stop()
    await this.#shared?.rest()
  }
}

function isOwn({ own = false, ...named }: HostOptions): boolean {
  const { dataFolder, folder, program, under } = named
  return own || [dataFolder, folder, program, under].some((each) => each !== undefined)
}
