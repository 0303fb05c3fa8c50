import type { AppError } from '../../../shared/app-error.ts'
import type {
  FoundConversation,
  Indexing,
  SearchHit,
  SearchOrder,
  SearchPlace,
  SearchQuery,
} from '../../../shared/search/search.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import type { Client } from '../../../client/client.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/search/search.ts'
import { phrasesOf } from '../../../shared/search/found-words.ts'
import { type Period, sinceOf } from './search-words.ts'

/** A line of the results, in order. */
export interface ResultLine {
  readonly conversation: FoundConversation
  /** Null: the conversation itself. */
  readonly hit: SearchHit | null
}

export interface Filters {
  readonly role: SearchQuery['role']
  readonly folder: string | null
  readonly state: SearchQuery['state']
  readonly period: Period
  readonly order: SearchOrder
}

export const NO_FILTERS: Filters = {
  role: null,
  folder: null,
  state: null,
  period: 'ever',
  order: 'newest',
}

const BEGINNING: SearchPlace = { skip: 0, belowKey: null }

/** A search of all conversations. It stays unchanged while a result is being looked at. */
export class Searching {
  text = $state('')
  filters = $state.raw(NO_FILTERS)
  conversations = $state.raw<readonly FoundConversation[]>([])
  indexing = $state.raw<Indexing>(null)
  problem = $state.raw<AppError | null>(null)
  isAsking = $state(false)
  /** The selected line, which Enter opens. */
  selected = $state(0)
  /** The search that found the current results. */
  found = $state('')
  next = $state.raw<SearchPlace | null>(null)
  /** What pages after the first have added. */
  #later: readonly FoundConversation[] = []
  /** The newest request: answers to older ones are dropped. */
  #newestRequest = 0
  readonly #client: Pick<Client, 'request'>
  readonly #now: () => number

  constructor(client: Pick<Client, 'request'>, now: () => number) {
    this.#client = client
    this.#now = now
  }

  get lines(): readonly ResultLine[] {
    return this.conversations.flatMap((conversation) => [
      { conversation, hit: null },
      ...conversation.hits.map((hit) => ({ conversation, hit })),
    ])
  }

  get hasWords(): boolean {
    return phrasesOf(this.text).length > 0
  }

  type(text: string): void {
    this.text = firstUnits(text, MAX_SEARCH_LENGTH)
    void this.search()
  }

  filter(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change }
    void this.search()
  }

  /** Searches from the beginning. Earlier results stay visible until the answer arrives, but nothing is added to them. */
  async search(): Promise<void> {
    this.next = null
    const found = await this.#ask(BEGINNING)
    if (found === null) return
    this.conversations = found.conversations
    this.#later = []
    this.selected = firstOf(found.conversations)
    if (found.conversations.length === 0 && found.next !== null) await this.more()
  }

  /** Repeats the search including newly indexed messages; later pages stay, and the selection does not move. */
  async refresh(): Promise<void> {
    if (this.isAsking) return
    const { conversations: before, next } = this
    const found = await this.#ask(BEGINNING)
    if (found === null || before !== this.conversations) return
    const line = this.lines[this.selected]
    const later = newsIn(this.#later, found.conversations)
    this.conversations = [...found.conversations, ...later]
    if (later.length > 0) this.next = next
    const again = this.lines.findIndex((each) => line !== undefined && isSame(each, line))
    this.selected = Math.max(0, again)
  }

  /** Searches for what the lost connection left unfound. */
  reconnected(): Promise<void> {
    return this.problem === null ? this.refresh() : this.search()
  }

  /** Loads the page after the last one. An empty page is not the end. */
  async more(): Promise<void> {
    let { next } = this
    while (next !== null) {
      const found = await this.#ask(next)
      if (found === null) return
      const news = newsIn(found.conversations, this.conversations)
      this.conversations = [...this.conversations, ...news]
      this.#later = [...this.#later, ...news]
      if (news.length > 0) return
      next = found.next
    }
  }

  /** Moves by this many lines; at the end the next page is loaded. */
  step(by: number): void {
    const last = this.lines.length - 1
    this.selected = Math.max(0, Math.min(last, this.selected + by))
    if (this.selected === last && by > 0 && !this.isAsking) void this.more()
  }

  async #ask(from: SearchPlace) {
    const requestNumber = (this.#newestRequest += 1)
    const { text } = this
    const { period, ...filters } = this.filters
    const times = { since: sinceOf(period, this.#now()), until: null }
    this.isAsking = true
    const answer = await this.#client.request('search.find', { text, ...filters, ...times, from })
    if (requestNumber !== this.#newestRequest) return null
    this.isAsking = false
    this.problem = answer.ok ? null : answer.error
    if (!answer.ok) return null
    this.found = text
    this.next = answer.value.next
    this.indexing = answer.value.indexing
    return answer.value
  }
}

/** The line that Enter opens at first: the newest place in the best conversation, unless its title has the words. */
function firstOf([first]: readonly FoundConversation[]): number {
  return first !== undefined && first.titleMarks.length === 0 && first.hits.length > 0 ? 1 : 0
}

/** All that a sub-agent said is found at the message that started it. */
function isSame(one: ResultLine, other: ResultLine): boolean {
  const [{ hit }, { hit: its }] = [one, other]
  const areSame = hit?.seq === its?.seq && hit?.callId === its?.callId && hit?.at === its?.at
  return areSame && one.conversation.id === other.conversation.id
}

function newsIn(
  found: readonly FoundConversation[],
  shown: readonly FoundConversation[],
): readonly FoundConversation[] {
  const known = new Set(shown.map(({ id }) => id))
  return found.filter(({ id }) => !known.has(id))
}
