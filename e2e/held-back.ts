import { expect } from 'vitest'
import type { App } from './app.ts'

/** Requests of some commands that the host does not get before the test says so. */
export class HeldBack {
  #commands: readonly string[] = []
  readonly #frames: (() => void)[] = []

  private constructor() {}

  /** Takes the place of the page's line, and so loads the page again. */
  static async in({ page }: App): Promise<HeldBack> {
    const held = new HeldBack()
    await page.routeWebSocket(/\/socket$/, (line) => {
      const host = line.connectToServer()
      line.onMessage((frame) => {
        const isHeld = held.#commands.some((command) => String(frame).includes(`"${command}"`))
        if (isHeld) held.#frames.push(() => host.send(frame))
        else host.send(frame)
      })
    })
    await page.reload()
    return held
  }

  hold(...commands: readonly string[]): void {
    this.#commands = commands
  }

  get count(): number {
    return this.#frames.length
  }

  /** Resolves once a request is held back. */
  async one(): Promise<void> {
    await expect.poll(() => this.count).toBe(1)
  }

  goOn(): void {
    for (const send of this.#frames.splice(0)) send()
  }
}
