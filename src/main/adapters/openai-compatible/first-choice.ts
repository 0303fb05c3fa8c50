import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'

/**
 * Finds the reply among the choices of a stream. One is requested, but some servers send more, told apart by their indexes:
 * the one that is heard first is the reply. Others number the pieces of one choice instead (TGI #1648, Foundry Local #263).
 * The second piece may be either, so it waits for the third.
 */
export class FirstChoice {
  #first: number | null = null
  #last = 0
  #numbered: 'choices' | 'pieces' | null = null
  #waiting: JsonObject | null = null

  /** The event with those of its choices that belong to the reply. */
  heardIn(event: JsonObject): JsonObject {
    const all = choicesIn(event)
    if (all.length === 0) return event
    if (all.length > 1) this.#numbered = 'choices'
    return { ...event, choices: all.flatMap((choice) => this.#heard(choice)) }
  }

  /** True if what waits has an end reason: a server that omits [DONE] (TGI #2221) may end the stream here. */
  get mayEnd(): boolean {
    return choicesIn(this.rest()).some((choice) => Boolean(asText(choice['finish_reason'])))
  }

  /** What still waits at the end of the stream. */
  rest(): JsonObject {
    const isOpen = this.#numbered === null && this.#waiting !== null
    return { choices: isOpen ? [this.#waiting] : [] }
  }

  #heard(choice: JsonObject): readonly JsonObject[] {
    const index = asCount(choice['index'])
    if (index === null) return [choice]
    const before = this.#first === null ? null : this.#last
    this.#first ??= index
    this.#last = index
    if (before === null) return [choice]
    if (this.#numbered === null) return this.#weigh(choice, index === before + 1)
    if (index === this.#first) this.#numbered = 'choices'
    return this.#numbered === 'pieces' || index === this.#first ? [choice] : []
  }

  #weigh(choice: JsonObject, isNext: boolean): readonly JsonObject[] {
    if (!isNext) {
      this.#numbered = 'choices'
      return this.#last === this.#first ? [choice] : []
    }
    if (this.#waiting !== null) this.#numbered = 'pieces'
    const heard = this.#waiting === null ? [] : [this.#waiting, choice]
    this.#waiting = choice
    return heard
  }
}

export function choicesIn({ choices }: JsonObject): readonly JsonObject[] {
  return Array.isArray(choices) ? choices.map(asObject).filter((each) => each !== null) : []
}
