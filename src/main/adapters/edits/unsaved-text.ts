import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { EditorAsk, EditorPort } from '../../runtime/ports/servers/editor-port.ts'
import { withLf } from '../files/line-ends.ts'
import type { Place } from '../files/places.ts'
import type { SandboxedRuns } from '../processes/runs/sandboxed-runs.ts'
import { isInside } from '../system/folders.ts'
import { within } from '../system/within.ts'

/** How long to wait for an editor's answer (ms). */
const ANSWER_MS = 2_000

/** An editor's version of a file, if it differs from the disk. */
export type Unsaved =
  /** The editor has no changes, or is not connected. */
  | { readonly type: 'nothing' }
  | { readonly type: 'changed'; readonly text: string }
  /** The editor has changes, but a command that ran meanwhile could have pointed it at another file. */
  | { readonly type: 'hidden' }
  /** The editor did not answer in time. */
  | { readonly type: 'silent' }
  | { readonly type: 'aborted' }

/** The caller, and the folder of its conversation. */
export interface UnsavedAt {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly signal: AbortSignal
}

export interface UnsavedOptions {
  /** The conversation that a sub-agent works for. */
  readonly rootOf: (id: ConversationId) => ConversationId
  readonly nextId: () => string
  readonly sandboxedRuns: Pick<SandboxedRuns, 'watch' | 'settled'>
  /** For tests (ms). */
  readonly answerMs?: number
}

interface Offer {
  readonly client: object
  readonly ask: (ask: EditorAsk) => void
  /** True once it has not answered in time; nobody waits for it again until it answers anything. */
  isSilent: boolean
}

interface Waiting {
  readonly client: object
  readonly take: (text: string | null) => void
}

/**
 * Asks the editor of a conversation for its version of a file. Only for places in the conversation's folder that were judged
 * before, and only to read: writes go to the disk, where they can be limited to the place that was judged
 * (docs/decisions/111).
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

  /**
   * `onDisk` reads the file's text after the answer; null if it has none, or one too long to compare. Never rejects because
   * of the editor.
   */
  async of(
    { reach, real }: Place,
    { conversationId, folder, signal }: UnsavedAt,
    onDisk: () => Promise<string | null>,
  ): Promise<Unsaved> {
    const { sandboxedRuns, rootOf } = this.#options
    const root = rootOf(conversationId)
    if (!this.#offers.has(root) || reach !== 'inside' || !isInside(real, folder)) return NOTHING
    for (const isLast of [false, true]) {
      const isAlone = sandboxedRuns.watch()
      const held = await this.#ask(root, real, signal)
      if (held.type !== 'text') return held
      const disk = held.text === null ? null : await onDisk()
      if (held.text === null || disk === null || isSameText(held.text, disk)) return NOTHING
      if (isAlone()) return { type: 'changed', text: held.text }
      if (!isLast) await sandboxedRuns.settled(signal)
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

/** Editors drop the byte order mark and use their own line ends. */
function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return withLf(text.replace(/^\uFEFF/, ''))
}
