/** A queue of text, in the order of arrival. It is cut between characters. */
export class Pieces {
  #all: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(text: string): void {
    this.#all.push(text)
    this.#length += text.length
  }

  /** Takes at most this many UTF-16 code units; one more if the cut would split a character. */
  take(most: number): string {
    if (most >= this.#length) {
      const whole = this.#all.join('')
      this.#all = []
      this.#length = 0
      return whole
    }
    const whole = this.#all.join('')
    const end = isHighSurrogate(whole.charCodeAt(most - 1)) ? most + 1 : most
    this.#all = [whole.slice(end)]
    this.#length = whole.length - end
    return whole.slice(0, end)
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
