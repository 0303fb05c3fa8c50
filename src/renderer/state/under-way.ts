/** Acts that were asked for and have not been answered: asked for again meanwhile, each is done once. */
export class UnderWay {
  readonly #names = new Set<string>()

  async once(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#names.has(name)) return
    this.#names.add(name)
    await act().finally(() => this.forget(name))
  }

  /** It may be asked for again before it is answered. */
  forget(name: string): void {
    this.#names.delete(name)
  }
}
