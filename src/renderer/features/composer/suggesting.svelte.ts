import { type Token, tokenAt } from './token.ts'

export interface Chosen<Choice> {
  readonly choice: Choice
  /** What it was chosen for. */
  readonly token: Token
  readonly by: 'Enter' | 'Tab'
}

export interface SuggestingOptions<Choice> {
  /** Best first. */
  find(token: Token): readonly Choice[] | Promise<readonly Choice[]>
  onchosen(chosen: Chosen<Choice>): void
}

/** What is offered for what a person is naming in the message field. */
export class Suggesting<Choice> {
  /** What they are offered for; null: nothing is named, or Esc has closed them. */
  token: Token | null = $state.raw(null)
  choices: readonly Choice[] = $state.raw([])
  marked = $state(0)
  private readonly options: SuggestingOptions<Choice>
  /** Where Esc has closed them: they stay closed for this token. */
  private closedAt: number | null = null
  /** The choices are those of the token, not of what was typed before. */
  private isAnswered = false
  /** A key that chooses, pressed before the answer was there. */
  private pressed: 'Enter' | 'Tab' | null = null

  constructor(options: SuggestingOptions<Choice>) {
    this.options = options
  }

  get isOpen(): boolean {
    return this.token !== null && this.choices.length > 0
  }

  /** The text or the caret has changed. */
  follow(text: string, caret: number): void {
    const token = tokenAt(text, caret)
    if (token?.from !== this.closedAt) this.closedAt = null
    if (token === null || this.closedAt !== null) return this.clear()
    const last = this.token
    if (last?.type === token.type && last.from === token.from && last.query === token.query) return
    if (last?.type !== token.type) this.choices = []
    this.token = token
    this.isAnswered = false
    this.pressed = null
    void this.ask(token)
  }

  /** Whether the key was for the suggestions. */
  press(event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'shiftKey'>): boolean {
    if (!this.isOpen || event.isComposing || event.shiftKey) return false
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1
        this.marked = (this.marked + by + this.choices.length) % this.choices.length
        return true
      }
      case 'Enter':
      case 'Tab':
        if (this.isAnswered) this.choose(this.marked, event.key)
        else this.pressed = event.key
        return true
      case 'Escape':
        this.closedAt = this.token?.from ?? null
        this.clear()
        return true
      default:
        return false
    }
  }

  choose(index: number, by: Chosen<Choice>['by'] = 'Enter'): void {
    const { token } = this
    const choice = this.choices[index]
    if (token === null || choice === undefined) return
    this.clear()
    this.options.onchosen({ choice, token, by })
  }

  clear(): void {
    this.token = null
    this.choices = []
    this.marked = 0
    this.pressed = null
  }

  private async ask(token: Token): Promise<void> {
    const choices = await this.options.find(token)
    if (this.token !== token) return
    this.choices = choices
    this.marked = 0
    this.isAnswered = true
    if (this.pressed !== null) this.choose(0, this.pressed)
  }
}
