import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { EditorAsk, EditorPort } from '../../runtime/ports/servers/editor-port.ts'
import { withLf } from '../files/line-ends.ts'
import type { Place } from '../files/places.ts'
import type { ConfinedRuns } from '../processes/runs/confined-runs.ts'
import { isInside } from '../system/folders.ts'
import { within } from '../system/within.ts'

/** How long an editor has for an answer (ms). */
const ANSWER_MS = 2_000

/** What an editor has of a file that is not on disk. */
export type Unsaved =
  /** Nothing, or nobody knows. */
  | { readonly type: 'nothing' }
  | { readonly type: 'changed'; readonly text: string }
  /** It has changes, but a command that ran could have pointed the editor at another file. */
  | { readonly type: 'hidden' }
  /** The editor did not answer in time. */
  | { readonly type: 'silent' }
  | { readonly type: 'aborted' }

/** Whose call it is. */
export interface UnsavedAt {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly signal: AbortSignal
}

export interface UnsavedOptions {
  /** A sub-agent works for the conversation that started it. */
  readonly rootOf: (id: ConversationId) => ConversationId
  readonly nextId: () => string
  readonly confined: Pick<ConfinedRuns, 'watch' | 'settled'>
  /** For tests (ms). */
  readonly answerMs?: number
}

interface Offer {
  readonly client: object
  readonly ask: (ask: EditorAsk) => void
  /** It has not answered in time; until it answers anything, nobody waits for it again. */
  isSilent: boolean
}

interface Waiting {
  readonly client: object
  readonly take: (text: string | null) => void
}

/**
 * Asks the editor of a conversation what it holds. Only for a place of the conversation's folder that was judged before, and
 * only to read: what is written goes to the disk, where it can be held to the place that was judged (docs/decisions/111).
 */
export class UnsavedText implements EditorPort {
  readonly #options: UnsavedOptions
  readonly #offers = new Map<ConversationId, Offer>()
  readonly #waiting = new Map<string, Waiting>()

  constructor(options: UnsavedOptions) {
    this.#options = options
  }

  offer(client: object, id: ConversationId, ask: Offer['ask'] | null): void {
    if (ask !== null) this.#offers.set(id, { client, ask, isSilent: false })
    else if (this.#offers.get(id)?.client === client) this.#offers.delete(id)
  }

  answer(client: object, askId: string, text: string | null): void {
    for (const offer of this.#offers.values()) if (offer.client === client) offer.isSilent = false
    const waiting = this.#waiting.get(askId)
    if (waiting?.client === client) waiting.take(text)
  }

  leave(client: object): void {
    for (const [id, offer] of this.#offers) if (offer.client === client) this.#offers.delete(id)
    for (const waiting of this.#waiting.values()) if (waiting.client === client) waiting.take(null)
  }

  /** `onDisk`: the file's text, read after the answer; null: it is none, or too long to compare. Never rejects for the editor. */
  async of(
    { reach, real }: Place,
    { conversationId, folder, signal }: UnsavedAt,
    onDisk: () => Promise<string | null>,
  ): Promise<Unsaved> {
    const { confined, rootOf } = this.#options
    const root = rootOf(conversationId)
    if (!this.#offers.has(root) || reach !== 'inside' || !isInside(real, folder)) return NOTHING
    for (const isLast of [false, true]) {
      const isAlone = confined.watch()
      const held = await this.#ask(root, real, signal)
      if (held.type !== 'text') return held
      const disk = held.text === null ? null : await onDisk()
      if (held.text === null || disk === null || isSameText(held.text, disk)) return NOTHING
      if (isAlone()) return { type: 'changed', text: held.text }
      if (!isLast) await confined.settled(signal)
    }
    return { type: 'hidden' }
  }

  async #ask(
    conversationId: ConversationId,
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly type: 'text'; readonly text: string | null } | Unsaved> {
    const offer = this.#offers.get(conversationId)
    if (offer === undefined) return NOTHING
    if (offer.isSilent) return { type: 'silent' }
    const askId = this.#options.nextId()
    const { client } = offer
    const answer = new Promise<string | null>((take) => {
      this.#waiting.set(askId, { client, take })
    })
    offer.ask({ askId, conversationId, path })
    const held = await within(answer, this.#options.answerMs ?? ANSWER_MS, signal)
    this.#waiting.delete(askId)
    switch (held.type) {
      case 'done':
        return { type: 'text', text: held.value }
      case 'late':
        offer.isSilent = true
        return { type: 'silent' }
      case 'aborted':
        return held
      default:
        return assertNever(held)
    }
  }
}

const NOTHING: Unsaved = { type: 'nothing' }

/** Editors hold a text without its mark and with line ends of their own. */
function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return withLf(text.replace(/^\uFEFF/, ''))
}
