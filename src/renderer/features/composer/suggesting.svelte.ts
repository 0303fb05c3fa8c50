import { type Token, tokenAt } from './token.ts'

export interface Chosen<Choice> {
  readonly choice: Choice
  /** The token it was chosen for. */
  readonly token: Token
  readonly by: 'Enter' | 'Tab'
}

export interface Found<Choice> {
  /** Best first. */
  readonly choices: readonly Choice[]
  /** Why choices are missing; empty: none are. */
  readonly note: string
}

export interface SuggestingOptions<Choice> {
  find(token: Token): Promise<Found<Choice>>
  /** The choice that the token certainly names, whatever the answer will be. */
  known(token: Token): Choice | null
  onchosen(chosen: Chosen<Choice>): void
  /** A key waited for the answer, and there is nothing to choose. */
  onnothing(key: Chosen<Choice>['by']): void
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'isComposing' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
>

/** The suggestions for a name being typed in the message field. */
export class Suggesting<Choice> {
  /** The token that they are for; null: nothing is being named, or Esc has closed them. */
  token: Token | null = $state.raw(null)
  choices: readonly Choice[] = $state.raw([])
  note = $state('')
  marked = $state(0)
  readonly #options: SuggestingOptions<Choice>
  /** The token's position when Esc closed them: they stay closed for it. */
  #closedAt: number | null = null
  /** True if the choices belong to the current token, not to earlier text. */
  #isAnswered = false
  /** A choosing key that was pressed before the answer arrived. */
  #pressed: 'Enter' | 'Tab' | null = null

  constructor(options: SuggestingOptions<Choice>) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.token !== null && this.choices.length > 0
  }

  /** True if there is anything to read, though perhaps nothing to choose. */
  get isShown(): boolean {
    return this.isOpen || (this.token !== null && this.note !== '')
  }

  /** True if the person closed them: the text is meant literally. */
  get isDismissed(): boolean {
    return this.#closedAt !== null
  }

  /** The text or the caret has changed. */
  follow(text: string, caret: number): void {
    const token = tokenAt(text, caret)
    if (token?.from !== this.#closedAt) this.#closedAt = null
    if (token === null || this.#closedAt !== null) return this.clear()
    const last = this.token
    if (last?.type === token.type && last.from === token.from && last.query === token.query) return
    if (last?.type !== token.type) {
      this.choices = []
      this.note = ''
    }
    this.token = token
    this.#isAnswered = false
    this.#pressed = null
    void this.#ask(token)
  }

  /** Returns true if the key was meant for the suggestions. */
  press(event: Pressed): boolean {
    if (this.token === null || event.isComposing || event.shiftKey) return false
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!this.isOpen) return false
        const by = event.key === 'ArrowDown' ? 1 : -1
        this.marked = (this.marked + by + this.choices.length) % this.choices.length
        return true
      }
      case 'Enter':
      case 'Tab':
        return this.#take(this.token, event.key)
      case 'Escape': {
        this.#pressed = null
        if (!this.isShown) return false
        this.#closedAt = this.token.from
        this.clear()
        return true
      }
      default:
        return false
    }
  }

  /** Handles a choosing key. It waits for the list, so a command is never sent as a message because the list is late. */
  #take(token: Token, key: Chosen<Choice>['by']): boolean {
    if (this.#isAnswered) {
      if (!this.isOpen) return false
      this.choose(this.marked, key)
      return true
    }
    const known = this.#options.known(token)
    if (known !== null) this.#end(known, token, key)
    else if (this.isOpen || token.type === 'command') this.#pressed = key
    else return false
    return true
  }

  choose(index: number, by: Chosen<Choice>['by'] = 'Enter'): void {
    const { token } = this
    const choice = this.choices[index]
    if (token !== null && choice !== undefined) this.#end(choice, token, by)
  }

  #end(choice: Choice, token: Token, by: Chosen<Choice>['by']): void {
    this.clear()
    this.#options.onchosen({ choice, token, by })
  }

  clear(): void {
    this.token = null
    this.choices = []
    this.note = ''
    this.marked = 0
    this.#pressed = null
  }

  async #ask(token: Token): Promise<void> {
    const { choices, note } = await this.#options.find(token)
    if (this.token !== token) return
    this.choices = choices
    this.note = note
    this.marked = 0
    this.#isAnswered = true
    const pressed = this.#pressed
    this.#pressed = null
    if (pressed === null) return
    if (this.isOpen) this.choose(0, pressed)
    else this.#options.onnothing(pressed)
  }
}
