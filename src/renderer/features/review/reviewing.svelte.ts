import type { AppError } from '../../../shared/app-error.ts'
import { type ConversationId, MessageId } from '../../../shared/ids.ts'
import {
  type CommentChange,
  MAX_REVIEW_COMMENTS,
  type Review,
  type ReviewComment,
  type ReviewScope,
} from '../../../shared/conversation/review.ts'
import type { Result } from '../../../shared/result.ts'
import type { Client } from '../../../client/client.ts'
import { createDraftSaving } from '../../state/composer/draft-saving.ts'
import {
  type Attempts,
  answered,
  changesIn,
  isWritten,
  merged,
  withAttempt,
} from './comment-changes.ts'
import { messageOf } from './review-message.ts'
import { keyOf, type LinePlace } from './review-rows.ts'

/** Comments on the lines of one file. */
export interface Commenting {
  readonly reviewing: Reviewing
  /** By `keyOf` their line. */
  readonly comments: ReadonlyMap<string, readonly ReviewComment[]>
  readonly onadd: (place: LinePlace) => void
}

/**
 * The reviewed changes, and the comments of one conversation, which are saved as they are written, and again until that
 * succeeds. It outlives its dialog, so comments that could not be saved are still there when it opens again. Each answer
 * brings the comments of other windows.
 */
export class Reviewing {
  readonly conversationId: ConversationId
  scope = $state.raw<ReviewScope>({ type: 'conversation' })
  /** Null: it is being loaded. */
  review = $state.raw<Review | null>(null)
  problem = $state.raw<AppError | null>(null)
  comments = $state.raw<readonly ReviewComment[]>([])
  /** No comment is added before the stored ones are loaded: its line may have one. */
  isReady = $state(false)
  isSending = $state(false)

  readonly #client: Pick<Client, 'request'>
  readonly #saving = createDraftSaving(
    () => this.#save(),
    () => {},
  )
  /** The newest reading: answers to older ones are dropped. */
  #newestReading = 0
  #attempts: Attempts = { stored: [], tried: [] }
  #saveProblem: AppError | null = null
  /** The id of the message that these comments become: sent twice, it is stored once. */
  #messageId = MessageId.parse(crypto.randomUUID())

  constructor(client: Pick<Client, 'request'>, conversationId: ConversationId) {
    this.#client = client
    this.conversationId = conversationId
  }

  async open(scope: ReviewScope): Promise<void> {
    void this.read(scope)
    if (this.#isUnsaved) return this.saveNow()
    this.isReady = false
    const { conversationId } = this
    const answer = await this.#client.request('review.comments', { conversationId })
    if (!answer.ok) this.problem = answer.error
    else this.#hear(answer.value.comments, null)
    this.isReady = answer.ok
  }

  async read(scope: ReviewScope): Promise<void> {
    const reading = (this.#newestReading += 1)
    this.scope = scope
    this.review = null
    this.problem = null
    const { conversationId } = this
    const answer = await this.#client.request('review.read', { conversationId, scope })
    if (reading !== this.#newestReading) return
    if (answer.ok) this.review = answer.value
    else this.problem = answer.error
  }

  /** Reads again what the lost connection left unread. */
  reconnected(): void {
    const isUnread = this.review === null || !this.isReady
    if (isUnread && this.problem?.code === 'disconnected') void this.open(this.scope)
  }

  /** Comments by the keys of their lines. */
  commentsOf(path: string): ReadonlyMap<string, readonly ReviewComment[]> {
    return Map.groupBy(
      this.comments.filter((each) => each.path === path),
      keyOf,
    )
  }

  get canAdd(): boolean {
    return this.isReady && !this.isSending && this.comments.length < MAX_REVIEW_COMMENTS
  }

  add(path: string, place: LinePlace): void {
    if (!this.canAdd || this.commentsOf(path).has(keyOf(place))) return
    this.#change([...this.comments, { id: crypto.randomUUID(), path, ...place, text: '' }])
  }

  write(id: string, text: string): void {
    this.#change(this.comments.map((each) => (each.id === id ? { ...each, text } : each)))
  }

  remove(id: string): void {
    this.#change(this.comments.filter((each) => each.id !== id))
  }

  /** Removes empty comments, and saves at once. */
  close(): void {
    const written = this.comments.filter(isWritten)
    if (written.length !== this.comments.length) this.#change(written)
    this.saveNow()
    this.review = null
  }

  /** Saves what is not saved yet. */
  saveNow(): void {
    if (this.#isUnsaved) void this.#saving.now(this.conversationId)
  }

  /**
   * Sends the comments as one message; after the waiting ones, if the agent is busy. False: nothing was sent, and
   * `problem` says why.
   */
  async send(): Promise<boolean> {
    const { comments, conversationId } = this
    const client = this.#client
    const messageId = this.#messageId
    this.isSending = true
    this.problem = null
    const content = { text: messageOf(comments), attachments: [] }
    const input = { conversationId, messageId, ...content, mode: 'policy' } as const
    const sent = await client.request('message.send', input)
    const message = { id: messageId, ...content, when: 'idle' } as const
    const isBusy = !sent.ok && sent.error.code === 'busy'
    const done = isBusy ? await client.request('outbox.put', { conversationId, message }) : sent
    this.isSending = false
    if (!done.ok) {
      this.problem = done.error
      return false
    }
    // Others may have come from another window meanwhile.
    this.#change(this.comments.filter((each) => !comments.includes(each)))
    await this.#saving.now(conversationId)
    return true
  }

  get #isUnsaved(): boolean {
    return changesIn(this.#attempts, this.comments).length > 0
  }

  #change(comments: readonly ReviewComment[]): void {
    this.#show(comments)
    this.#saving.soon(this.conversationId)
  }

  #show(comments: readonly ReviewComment[]): void {
    if (messageOf(comments) !== messageOf(this.comments))
      this.#messageId = MessageId.parse(crypto.randomUUID())
    this.comments = comments
  }

  /** `sent`: what was saved before they were read; null: nothing. */
  #hear(stored: readonly ReviewComment[], sent: readonly CommentChange[] | null): void {
    this.#show(merged(this.#attempts, this.comments, stored))
    this.#attempts = answered(this.#attempts, stored, sent)
    if (this.#isUnsaved) this.#saving.soon(this.conversationId)
  }

  async #save(): Promise<Result<unknown, AppError>> {
    const { comments, conversationId } = this
    const changes = changesIn(this.#attempts, comments)
    this.#attempts = withAttempt(this.#attempts, changes)
    const answer = await this.#client.request('review.saveComments', { conversationId, changes })
    if (answer.ok) this.#hear(answer.value.comments, changes)
    if (this.problem === this.#saveProblem) this.problem = null
    this.#saveProblem = answer.ok ? null : answer.error
    this.problem ??= this.#saveProblem
    return answer
  }
}
