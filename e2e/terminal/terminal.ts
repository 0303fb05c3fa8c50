import type { Locator } from 'playwright-core'
import type { App } from '../app.ts'

/** Bash without start-up files. */
export const PLAIN_SHELL = { SHELL: '/bin/bash', HOME: '/nowhere', PS1: '$ ' }

/** The terminals of the conversation that a window shows. */
export class Terminal {
  readonly app: App
  readonly panel: Locator

  constructor(app: App) {
    this.app = app
    this.panel = app.page.getByRole('region', { name: 'Terminal', exact: true })
  }

  static async open(app: App): Promise<Terminal> {
    const terminal = new Terminal(app)
    await app.button('Terminal').click()
    await terminal.ready()
    return terminal
  }

  get tabs(): Locator {
    return this.panel.getByRole('tab')
  }

  /** The terminal's input. */
  get input(): Locator {
    return this.panel.getByRole('textbox', { name: 'Terminal input' })
  }

  async ready(): Promise<void> {
    await this.input.waitFor({ state: 'attached' })
    await this.expect(/[$#] /)
  }

  /** Returns the text on the screen. */
  async text(): Promise<string> {
    const rows = await this.panel.locator('.xterm-rows > div').allTextContents()
    return rows.join('\n').replaceAll('\u00A0', ' ')
  }

  /** Waits for a line that matches. */
  async expect(line: RegExp): Promise<void> {
    await this.panel.locator('.xterm-rows > div').filter({ hasText: line }).first().waitFor()
  }

  async type(text: string): Promise<void> {
    await this.input.focus()
    await this.app.page.keyboard.type(text)
  }

  /** `answer` must not match the command line itself. */
  async run(line: string, answer: RegExp): Promise<void> {
    await this.type(line)
    await this.app.page.keyboard.press('Enter')
    await this.expect(answer)
  }

  /** Pastes as from the clipboard. */
  async paste(text: string): Promise<void> {
    await this.input.focus()
    await this.app.page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(pasted)
    }`)
  }
}
