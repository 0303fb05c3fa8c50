import type { Browser, Locator, Page } from 'playwright-core'

/** Of a window that nobody has resized. */
export const VIEWPORT = { width: 1100, height: 760 }

/** The window as a person has it: finds everything by role and name. */
export class App {
  readonly page: Page
  /** What the page's console complained of: policy violations, errors. */
  readonly complaints: string[] = []

  private readonly closePage: () => Promise<void>

  private constructor(page: Page, closePage: () => Promise<void>) {
    this.page = page
    this.closePage = closePage
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (line) => {
      if (line.type() === 'error') this.complaints.push(line.text())
    })
  }

  static async open(browser: Browser, address: string): Promise<App> {
    const context = await browser.newContext({ viewport: VIEWPORT })
    const app = new App(await context.newPage(), () => context.close())
    await app.page.goto(address)
    await app.ready()
    return app
  }

  /** In a window that is there already. By itself it ends with its host. */
  static async in(page: Page, close = (): Promise<void> => Promise.resolve()): Promise<App> {
    const app = new App(page, close)
    await app.ready()
    return app
  }

  /** In the same browser, which shares its access. */
  async secondTab(): Promise<App> {
    const page = await this.page.context().newPage()
    await page.goto(this.page.url())
    return App.in(page)
  }

  /** Where it does not come, the error says what is on the page instead. */
  private async ready(): Promise<void> {
    try {
      await this.button('New conversation').or(this.button('Quit')).waitFor()
    } catch (error) {
      const shown = await this.page.locator('html').innerHTML()
      const facts = `${this.page.url()} ${this.complaints.join('; ')}\n${shown.slice(0, 3000)}`
      throw new Error(`The window did not open: ${facts}`, { cause: error })
    }
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
    return this.page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  }

  /** The link of a row of the list, by its title. */
  row(title: string): Locator {
    return this.conversations.filter({ hasText: title }).getByRole('link')
  }

  /** A message that was begun in a conversation that is in no list yet, in the form for a new one. */
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

  /** The words of a person's messages, without what stands above them. */
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

  /** The card that asks: at most one, whoever asks. */
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

  /** Messages that wait to be sent, in their order. */
  get waiting(): Locator {
    return this.page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem')
  }

  /** The waiting message with these words. */
  waitingMessage(words: string): Locator {
    return this.waiting.filter({ hasText: words })
  }

  /** The line of what runs beside the conversation, with its list. */
  get jobs(): Locator {
    return this.page.getByRole('group', { name: 'Background jobs' })
  }

  /** Said where the folder of the conversation is gone. */
  get folderGone(): Locator {
    return this.alert.filter({ hasText: 'This conversation’s folder is missing' })
  }

  /** The question before jobs are ended. */
  get endingJobs(): Locator {
    return this.page.getByRole('dialog', { name: /^End \d+ background jobs?\?$/ })
  }

  get permissions(): Locator {
    return this.page.getByRole('combobox', { name: 'Permissions', exact: true })
  }

  get context(): Locator {
    return this.page.getByRole('meter', { name: 'Context' })
  }

  /** What is behind the meter. */
  get contextDetails(): Locator {
    return this.page.getByRole('group', { name: 'Context details' })
  }

  tool(name: string): Locator {
    return this.page.locator(`details[data-tool=${JSON.stringify(name)}]`)
  }

  /** The card of a command that the person ran. */
  ownCommand(words: string): Locator {
    return this.page.locator('details[data-shell]').filter({ hasText: words })
  }

  /** The card of a call that is still being written, or was when its answer ended. */
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

  /** A text comes into the message field as from the clipboard, where the caret is. */
  async paste(text: string): Promise<void> {
    await this.message.focus()
    await this.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(pasted)
    }`)
  }

  /** What is dropped with this name is a folder from now on. */
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

  /** Closes Settings. What stands in a field is applied by that, if it was not before. */
  async closeSettings(): Promise<void> {
    const settings = this.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Close', exact: true }).click()
    await settings.waitFor({ state: 'hidden' })
  }

  /** Sends while the agent is busy, and takes one of the ways that are offered. */
  async sendWhileBusy(text: string, way: string): Promise<void> {
    await this.send(text)
    await this.button(way).click()
  }

  /** Chooses in the menu behind the three dots. */
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

  /** Waits until the status line says exactly this, or what the pattern describes. */
  async expectStatus(text: string | RegExp): Promise<void> {
    const words = typeof text === 'string' ? new RegExp(`^\\s*${text}\\s*$`) : text
    await this.status.filter({ hasText: words }).waitFor()
  }

  async close(): Promise<void> {
    await this.closePage()
  }
}
