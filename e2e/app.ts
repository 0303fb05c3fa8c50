import type { Browser, Locator, Page } from 'playwright-core'
import { TOKEN_KEY } from '../src/renderer/connection/access.ts'

/** The size of a window that nobody has resized. */
export const VIEWPORT = { width: 1100, height: 760 }

/** The window as a person sees it: finds everything by role and name. */
export class App {
  readonly page: Page
  /** Errors on the page's console, such as policy violations, and what Svelte warns of. */
  readonly complaints: string[] = []

  readonly #closePage: () => Promise<void>

  private constructor(page: Page, closePage: () => Promise<void>) {
    this.page = page
    this.#closePage = closePage
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (line) => {
      const isWarning = line.type() === 'warning' && line.text().includes('svelte.dev/e/')
      if (line.type() === 'error' || isWarning) this.complaints.push(line.text())
    })
  }

  static async open(browser: Browser, address: string): Promise<App> {
    const context = await browser.newContext({ viewport: VIEWPORT })
    const app = new App(await context.newPage(), () => context.close())
    await app.page.goto(address)
    await app.#ready()
    return app
  }

  /** Wraps an existing window. By default it closes with its host. */
  static async in(page: Page, close = (): Promise<void> => Promise.resolve()): Promise<App> {
    const app = new App(page, close)
    await app.#ready()
    return app
  }

  /** Opens a tab in the same browser, which shares its access. */
  async secondTab(): Promise<App> {
    const page = await this.page.context().newPage()
    await page.goto(this.page.url())
    return App.in(page)
  }

  /** Waits until the page is ready; otherwise the error says what is on the page instead. */
  async #ready(): Promise<void> {
    try {
      await this.button('New conversation').or(this.button('Quit')).waitFor()
    } catch (error) {
      const shown = await this.page.locator('html').innerHTML()
      const facts = `${this.page.url()} ${this.complaints.join('; ')}\n${shown.slice(0, 3000)}`
      throw new Error(`The window did not open: ${facts}`, { cause: error })
    }
  }

  /** The access of this window, if it is one of a browser. */
  async token(): Promise<string> {
    const token = await this.page.evaluate((key) => sessionStorage.getItem(key), TOKEN_KEY)
    if (token === null) throw new Error('The window has no token')
    return token
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' })
  }

  get folder(): Locator {
    const named = { name: 'Folder', exact: true }
    return this.page.getByRole('textbox', named).or(this.page.getByRole('combobox', named))
  }

  get conversations(): Locator {
    return this.page.getByRole('group', { name: 'Conversations' }).getByRole('listitem')
  }

  /** The link of a row in the list, by its title. */
  row(title: string): Locator {
    return this.conversations.filter({ hasText: title }).getByRole('link')
  }

  /** A draft in the form for a new conversation, which is not in the list yet. */
  unsent(words: string): Locator {
    return this.page
      .getByRole('region', { name: 'Not sent yet' })
      .getByRole('button')
      .filter({ hasText: words })
  }

  get alert(): Locator {
    return this.page.getByRole('alert')
  }

  /** The agent's articles, oldest first. */
  get answers(): Locator {
    return this.page.getByRole('article', { name: 'Agent' })
  }

  get questions(): Locator {
    return this.page.getByRole('article', { name: 'You' })
  }

  /** The texts of a person's messages, without their headings. */
  async questionTexts(): Promise<readonly string[]> {
    const all = await this.questions.allTextContents()
    return all.map((each) =>
      each
        .replace(
          /^\s*You\s*([A-Z][a-z]{2} \d+|[\d:]+)\s*([AP]M)?\s*(Edit\s*)?(Fork from here\s*)?(Copy link to here\s*)?/,
          '',
        )
        .trim(),
    )
  }

  /** The card that asks for approval: at most one at a time. */
  get approval(): Locator {
    return this.page.getByRole('alert', { name: 'Needs your approval' })
  }

  /** The row of the sub-agent with this task. */
  subAgent(task: string): Locator {
    return this.page
      .getByRole('list', { name: 'Sub-agents' })
      .getByRole('listitem')
      .filter({ hasText: task })
  }

  /** Messages that wait to be sent, in order. */
  get waiting(): Locator {
    return this.page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem')
  }

  /** The waiting message with this text. */
  waitingMessage(words: string): Locator {
    return this.waiting.filter({ hasText: words })
  }

  /** The line of background jobs, with its list. */
  get jobs(): Locator {
    return this.page.getByRole('group', { name: 'Background jobs' })
  }

  /** The alert that the conversation's folder is missing. */
  get folderGone(): Locator {
    return this.alert.filter({ hasText: 'This conversation’s folder is missing' })
  }

  /** The confirmation before jobs are ended. */
  get endingJobs(): Locator {
    return this.page.getByRole('dialog', { name: /^End \d+ background jobs?\?$/ })
  }

  get permissions(): Locator {
    return this.page.getByRole('combobox', { name: 'Permissions', exact: true })
  }

  get context(): Locator {
    return this.page.getByRole('meter', { name: 'Context' })
  }

  /** The details that the context meter opens. */
  get contextDetails(): Locator {
    return this.page.getByRole('group', { name: 'Context details' })
  }

  tool(name: string): Locator {
    return this.page.locator(`details[data-tool=${JSON.stringify(name)}]`)
  }

  /** Opens a card, unless it opened itself because its call took long. */
  async openCard(card: Locator): Promise<void> {
    if ((await card.getAttribute('open')) === null) await card.locator('summary').first().click()
  }

  /** The card of a command that the person ran. */
  ownCommand(words: string): Locator {
    return this.page.locator('details[data-shell]').filter({ hasText: words })
  }

  /** The card of a call that is still being written, or was when its answer was cut off. */
  growing(name: string): Locator {
    return this.page.locator(`:not(details)[data-tool=${JSON.stringify(name)}]`)
  }

  get status(): Locator {
    return this.page.getByRole('status', { name: 'Status' })
  }

  async startConversation(folder: string): Promise<void> {
    if ((await this.folder.count()) === 0) await this.button('New conversation').click()
    await this.folder.fill(folder)
    await this.button('Start conversation').click()
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.button('Send').click()
  }

  /** Pastes a text into the message field at the caret, as from the clipboard. */
  async paste(text: string): Promise<void> {
    await this.message.focus()
    await this.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(pasted)
    }`)
  }

  /** From now on, a dropped item with this name is a folder. */
  async looksLikeFolder(name: string): Promise<void> {
    await this.page.evaluate(`{
      const look = DataTransferItem.prototype.webkitGetAsEntry
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const found = look.call(this)
        if (this.getAsFile()?.name !== ${JSON.stringify(name)}) return found
        return Object.create(found, { isDirectory: { value: true } })
      }
    }`)
  }

  /** Closes Settings, which applies a field that was not applied before. */
  async closeSettings(): Promise<void> {
    const settings = this.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Close', exact: true }).click()
    await settings.waitFor({ state: 'hidden' })
  }

  /** Sends while the agent is busy, and picks one of the offered ways. */
  async sendWhileBusy(text: string, way: string): Promise<void> {
    await this.send(text)
    await this.button(way).click()
  }

  /** Picks an item of the "More" menu. */
  async chooseInMenu(name: string): Promise<void> {
    await this.button('More').click()
    await this.button(name).click()
  }

  /** Picks one image, and waits until it is ready to be sent. */
  async attach(name: string, buffer: Buffer): Promise<void> {
    const files = [{ name, mimeType: 'image/png', buffer }]
    const chosen = this.page.waitForEvent('filechooser')
    await this.button('Attach files').click()
    await (await chosen).setFiles(files)
    await this.button(`Show image ${name}`).last().waitFor()
  }

  /** Waits until the status line equals this text, or matches the pattern. */
  async expectStatus(text: string | RegExp): Promise<void> {
    const words = typeof text === 'string' ? new RegExp(`^\\s*${text}\\s*$`) : text
    await this.status.filter({ hasText: words }).waitFor()
  }

  async close(): Promise<void> {
    await this.#closePage()
  }
}
