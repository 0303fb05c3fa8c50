import type { AppError } from '../../../shared/app-error.ts'
import { phraseIn, type Wanted, wantedIn } from '../../../shared/search/found-words.ts'
import type { CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import {
  type Indexing,
  MAX_SEARCH_LENGTH,
  type PlaceWithin,
  type SearchHit,
} from '../../../shared/search/search.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { firstUnits } from '../../../shared/visible-text.ts'
import type { Client } from '../../../client/client.ts'

/** A match to go to, with the parts that must open for it. Each visit is a new object. */
export interface Target {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  readonly seq: number
  readonly callId: CallId | null
  readonly role: SearchHit['role']
  /** The index among the matches in this place. */
  readonly occurrence: number
  /** Null: the whole message. */
  readonly wanted: Wanted | null
}

export interface SoughtMessage {
  readonly conversationId: ConversationId
  readonly seq: number
}

interface At {
  readonly place: number
  readonly occurrence: number
}

type Sought = Pick<PlaceWithin, 'messageId' | 'seq' | 'callId' | 'role'>

/** The search within the open conversation, and the current match. */
export class Finding {
  /** Null: no search is open. */
  conversationId = $state.raw<ConversationId | null>(null)
  text = $state('')
  places = $state.raw<readonly PlaceWithin[]>([])
  hasMore = $state(false)
  indexing = $state.raw<Indexing>(null)
  problem = $state.raw<AppError | null>(null)
  target = $state.raw<Target | null>(null)
  /** A message that a link names by its number. Each visit is a new object. */
  sought = $state.raw<SoughtMessage | null>(null)
  /** The text that the places were found with; differs from `text` until the answer arrives. */
  found = $state('')
  /** `isPhrase` of the answer. */
  #isPhrase = $state(false)
  #at = $state.raw<At | null>(null)
  #newestRequest = 0
  readonly #client: Pick<Client, 'request'>

  constructor(client: Pick<Client, 'request'>) {
    this.#client = client
  }

  readonly wanted = $derived((this.#isPhrase ? phraseIn(this.text) : null) ?? wantedIn(this.text))
  readonly total = $derived(this.places.reduce((sum, { count }) => sum + count, 0))

  /** Counted from 1 over all places; 0: none is current. */
  get number(): number {
    if (this.#at === null) return 0
    const before = this.places.slice(0, this.#at.place)
    return before.reduce((sum, { count }) => sum + count, 0) + this.#at.occurrence + 1
  }

  /** The current place. */
  get place(): PlaceWithin | null {
    return this.#at === null ? null : (this.places[this.#at.place] ?? null)
  }

  /** Opens the search in a conversation on the screen; an earlier search there stays. */
  open(conversationId: ConversationId): void {
    if (this.conversationId === conversationId) return
    this.close()
    this.conversationId = conversationId
    if (this.text !== '') void this.look(null)
  }

  close(): void {
    this.#newestRequest += 1
    this.conversationId = null
    this.#forget()
    this.target = null
    this.sought = null
    this.problem = null
  }

  type(text: string): void {
    this.text = firstUnits(text, MAX_SEARCH_LENGTH)
    void this.look(null)
  }

  /** Called from a search of all conversations: goes there before all places are known. */
  goTo(conversationId: ConversationId, text: string, hit: SearchHit): void {
    this.close()
    this.text = text
    const { callId, messageId, role, seq } = hit
    this.#aim({ callId, messageId, role, seq }, 0, conversationId)
    if (hit.isBySubAgent) return
    this.conversationId = conversationId
    void this.look(hit)
  }

  /** Goes to the message with this number once its conversation is open. */
  seek(conversationId: ConversationId, seq: number): void {
    this.close()
    this.sought = { conversationId, seq }
  }

  /** Called when the message has been found. */
  arriveAt({ conversationId, seq }: SoughtMessage, { content, id: messageId }: Message): void {
    this.sought = null
    const callId = content.type === 'tool' ? content.callId : null
    const role = content.type === 'user' ? 'person' : callId === null ? 'agent' : 'output'
    this.#aim({ callId, messageId, role, seq }, 0, conversationId)
  }

  /** Goes to the next place, from the last one to the first. */
  next(): void {
    const { places } = this
    const at = this.#at
    const count = at === null ? 0 : (places[at.place]?.count ?? 0)
    if (at === null) this.#go({ place: 0, occurrence: 0 })
    else if (at.occurrence + 1 < count) this.#go({ ...at, occurrence: at.occurrence + 1 })
    else this.#go({ place: (at.place + 1) % places.length, occurrence: 0 })
  }

  previous(): void {
    const { places } = this
    const at = this.#at
    if (at !== null && at.occurrence > 0) return this.#go({ ...at, occurrence: at.occurrence - 1 })
    const place = at === null || at.place === 0 ? places.length - 1 : at.place - 1
    this.#go({ place, occurrence: (places[place]?.count ?? 1) - 1 })
  }

  /**
   * The page draws only so many of the matches in the place of the target: marks of Markdown, for example, are not drawn. One
   * stays, because there is something to go to.
   */
  drew(target: Target, count: number): void {
    const { place } = this
    const at = this.#at
    if (this.target !== target || at === null || place === null || place.count <= count) return
    const shown = Math.max(1, count)
    this.places = this.places.with(at.place, { ...place, count: shown })
    this.#at = { ...at, occurrence: Math.min(at.occurrence, shown - 1) }
  }

  /** Searches for what the lost connection left unfound. */
  reconnected(): void {
    if (this.problem !== null) void this.look(null)
  }

  /** `known`: the place that a person is already at. Null: goes to the newest. */
  async look(known: Sought | null): Promise<void> {
    const requestNumber = (this.#newestRequest += 1)
    const { conversationId, text } = this
    if (conversationId === null) return
    const answer = await this.#client.request('search.within', { conversationId, text })
    if (requestNumber !== this.#newestRequest) return
    this.problem = answer.ok ? null : answer.error
    if (!answer.ok) return this.#forget()
    const { hasMore, indexing, isPhrase, places } = answer.value
    this.found = text
    this.places = places
    this.#isPhrase = isPhrase
    this.hasMore = hasMore
    this.indexing = indexing
    this.#at = null
    if (places.length === 0) return
    const place = known === null ? -1 : places.findIndex((each) => isSame(each, known))
    if (known === null) this.previous()
    else if (place !== -1 && isPhrase) this.#go({ place, occurrence: 0 })
    else if (place !== -1) this.#at = { place, occurrence: 0 }
  }

  /** Nothing is known of the text any more. */
  #forget(): void {
    this.found = ''
    this.places = []
    this.#isPhrase = false
    this.hasMore = false
    this.indexing = null
    this.#at = null
  }

  #go(at: At): void {
    const place = this.places[at.place]
    if (place === undefined || this.conversationId === null) return
    this.#at = at
    this.#aim(place, at.occurrence, this.conversationId)
  }

  #aim(
    { callId, messageId, role, seq }: Sought,
    occurrence: number,
    conversationId: ConversationId,
  ): void {
    const { wanted } = this
    this.target = { conversationId, messageId, seq, callId, role, occurrence, wanted }
  }
}

function isSame(one: Sought, other: Sought): boolean {
  // Several messages can be one card.
  const isSameMessage = one.callId === null ? one.seq === other.seq : true
  return isSameMessage && one.callId === other.callId && one.role === other.role
}
