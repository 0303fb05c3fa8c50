import type { Browser, CDPSession, Page } from 'playwright-core'
import { BenchClient } from '../../bench/client.ts'
import { isLive } from '../../src/shared/conversation/background-job.ts'
import { TOKEN_KEY } from '../../src/renderer/connection/access.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { SettingsView } from '../../src/shared/settings/settings.ts'
import { isAtRest } from '../../src/shared/conversation/state-view.ts'
import { App, VIEWPORT } from '../app.ts'
import { Host, type HostOptions } from './host.ts'
import type { Launched } from './launch.ts'

const OWN = 'This host belongs to all tests of the file: ask for { own: true }.'

/** A host with one window that the tests of a file use one after another. Each test begins with an empty window. */
export class SharedHost implements Launched {
  readonly #host: Host
  readonly #page: Page
  readonly #storage: CDPSession
  readonly #client: BenchClient
  readonly #settings: SettingsView
  readonly #rested = new Set<ConversationId>()

  private constructor(
    host: Host,
    page: Page,
    storage: CDPSession,
    client: BenchClient,
    settings: SettingsView,
  ) {
    this.#host = host
    this.#page = page
    this.#storage = storage
    this.#client = client
    this.#settings = settings
  }

  static async start(browser: Browser, options: HostOptions): Promise<SharedHost> {
    const host = await Host.start(options)
    const context = await browser.newContext({ viewport: VIEWPORT })
    const page = await context.newPage()
    const storage = await context.newCDPSession(page)
    await page.goto(host.address)
    const token = await (await App.in(page)).token()
    const { origin } = new URL(host.address)
    await context.addInitScript({ content: keepToken(origin, token) })
    const client = await BenchClient.connectWith(origin, token)
    const { settings } = await client.request('app.open', {})
    const shared = new SharedHost(host, page, storage, client, settings)
    await shared.#leave()
    return shared
  }

  get dataFolder(): string {
    return this.#host.dataFolder
  }

  get pid(): number {
    return this.#host.pid
  }

  get printed(): string {
    return this.#host.printed
  }

  async openWindow(): Promise<App> {
    if (this.#page.url() !== NOWHERE) throw new Error(OWN)
    await this.#page.goto(`${this.#origin}/#new`)
    return App.in(this.#page, () => this.#leave())
  }

  kill(): Promise<void> {
    return Promise.reject(new Error(OWN))
  }

  stop(): Promise<void> {
    return Promise.reject(new Error(OWN))
  }

  /** Stops everything a test left running. Rejects if the test changed the starting conditions of the next one. */
  async rest(): Promise<void> {
    if (this.#page.url() !== NOWHERE) await this.#leave()
    const { conversations, settings } = await this.#client.request('app.open', {})
    for (const { id } of conversations) {
      if (!this.#rested.has(id)) await this.#stopWork(id)
      this.#rested.add(id)
    }
    if (JSON.stringify(settings) !== JSON.stringify(this.#settings)) {
      throw new Error(`The test has changed the settings. ${OWN}`)
    }
  }

  async end(): Promise<void> {
    this.#client.close()
    await this.#page.context().close()
    await this.#host.stop()
  }

  get #origin(): string {
    return new URL(this.#host.address).origin
  }

  async #stopWork(conversationId: ConversationId): Promise<void> {
    const rested = this.#client.next(
      'conversation.stepped',
      (event) => event.conversationId === conversationId && isAtRest(event.state),
    )
    const { jobs, state } = await this.#client.request('conversation.open', { conversationId })
    if (!isAtRest(state)) {
      this.#client.cancel(conversationId)
      await rested
    }
    for (const { workId } of jobs.filter(isLive)) {
      await this.#client.request('process.end', { conversationId, workId })
    }
    await this.#client.request('conversation.leave', { conversationId })
  }

  async #leave(): Promise<void> {
    this.#page.removeAllListeners()
    for (const page of this.#page.context().pages()) if (page !== this.#page) await page.close()
    await this.#page.evaluate(() => sessionStorage.removeItem('phoenix.typed'))
    await this.#page.goto(NOWHERE)
    await this.#page.setViewportSize(VIEWPORT)
    await this.#page.emulateMedia({ colorScheme: null, reducedMotion: null })
    await this.#storage.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: 'local_storage',
    })
  }
}

const NOWHERE = 'about:blank'

/** Runs in the page before its own code: a window that has navigated elsewhere has lost its token. */
function keepToken(origin: string, token: string): string {
  return `if (location.origin === '${origin}') sessionStorage.setItem('${TOKEN_KEY}', '${token}')`
}
