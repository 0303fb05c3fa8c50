import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { DEMO_MODEL } from '../../../shared/models/model-name.ts'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { hasFirstAnswer, titleByModel, titleRequest } from '../../core/turn/title.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { storageError } from '../conversation/answers.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { ConversationRecord } from '../conversation/record/conversation-record.ts'
import type { Stop } from '../ports/ports.ts'
import { whileLocked } from '../conversation/while-locked.ts'
import { providerFor, shortAnswer, type ShortRequestPorts } from './short-request.ts'

export interface TitlePorts extends ShortRequestPorts {
  /** True if a title may now be requested from this provider without a person asking for it. */
  wantsTitle(provider: Provider): boolean
}

/** `asked`: a person asked for it, so it replaces even a person's title. Null if the conversation is gone. */
type OnTitle = (
  id: ConversationId,
  title: string,
  by: 'asked' | 'unasked',
) => Result<null, StoreFault> | null

/** The result of a request for a title: the title, or why there is none. Null if it was stopped. */
type TitleOutcome = Result<string, string> | null

/**
 * Titles by a model, outside the machine: one short request after the first completed turn, tried once, or whenever a
 * person asks for one. No conversation waits for it. If no person asked for it, a failure is only logged.
 */
export class Titles {
  readonly #running = new Map<ConversationId, AbortController>()
  readonly #ports: TitlePorts
  readonly #onTitle: OnTitle
  #isOver = false

  constructor(ports: TitlePorts, onTitle: OnTitle) {
    this.#ports = ports
    this.#onTitle = onTitle
  }

  /** Called when a turn has completed. */
  consider({ isRoot, record }: ConversationRuntime): void {
    const { id } = record.stored
    if (this.#isOver || !isRoot || record.titleSource !== 'message' || this.#running.has(id)) return
    const provider = providerFor(this.#ports, record)
    if (!this.#ports.wantsTitle(provider)) return
    void this.#nameFirst(record, provider)
  }

  /**
   * Makes another title for a person: it replaces the present one, whoever gave that. Replaces a pending request, and
   * ends without a title if a person names the conversation meanwhile.
   */
  async make({
    record,
  }: ConversationRuntime): Promise<Result<CommandOutput<'conversation.retitle'>, AppError>> {
    const { id } = record.stored
    if (this.#isOver) return failed(CLOSING)
    const provider = providerFor(this.#ports, record)
    if (provider.endpoint === DEMO_MODEL) return failed(DEMO_NAMES_NOTHING)
    const request = titleRequest(record.active().firstAndNewest())
    if (request === null) return failed(NOTHING_SAID)
    this.stop(id, 'user')
    const outcome = await this.#request(id, provider, request)
    if (outcome === null) return ok({ title: null, problem: null })
    if (!outcome.ok) return ok({ title: null, problem: outcome.error })
    const title = outcome.value
    const renamed = await this.#rename(id, title, 'asked')
    if (!renamed.ok) return failed(storageError(renamed.error))
    return ok({ title, problem: null })
  }

  async #nameFirst(record: ConversationRecord, provider: Provider): Promise<void> {
    const { id } = record.stored
    const reading = new AbortController()
    this.#running.set(id, reading)
    const request = await this.#firstRequest(record)
    // Somebody named or deleted it meanwhile.
    if (this.#running.get(id) !== reading) return
    this.#running.delete(id)
    if (request === null) return
    const outcome = await this.#request(id, provider, request)
    if (outcome?.ok === true) await this.#rename(id, outcome.value, 'unasked')
  }

  #rename(...named: Parameters<OnTitle>): Promise<Result<null, StoreFault>> {
    return whileLocked(this.#ports.timers, () => this.#onTitle(...named) ?? ok(null))
  }

  /** Null if the disk cannot be read, which is no reason to disturb the conversation. */
  async #firstRequest(record: ConversationRecord): Promise<ModelRequest | null> {
    try {
      const history = await record.firstTurn(this.#ports.timers)
      return hasFirstAnswer(history) ? titleRequest(activeMessages(history)) : null
    } catch (error) {
      this.#ports.log.warn('no title was asked for', { error: String(error) })
      return null
    }
  }

  /** Ends all requests because the app quits. */
  stopAll(): void {
    this.#isOver = true
    for (const id of this.#running.keys()) this.stop(id, 'shutdown')
  }

  stop(id: ConversationId, reason: Stop['reason']): void {
    const stop: Stop = { reason }
    this.#running.get(id)?.abort(stop)
    this.#running.delete(id)
  }

  async #request(
    conversationId: ConversationId,
    provider: Provider,
    request: ModelRequest,
  ): Promise<TitleOutcome> {
    const controller = new AbortController()
    this.#running.set(conversationId, controller)
    const { signal } = controller
    const short = { what: 'title', conversationId, provider, request, signal }
    const answer = await shortAnswer(this.#ports, short)
    if (this.#running.get(conversationId) === controller) this.#running.delete(conversationId)
    switch (answer.type) {
      case 'text': {
        const title = titleByModel(answer.text)
        return title === null ? failed(NO_TITLE_IN_ANSWER) : ok(title)
      }
      case 'failed':
        return failed(`The model gave no title, so the old one stays: ${answer.detail}`)
      case 'late':
        return failed(TOO_SLOW)
      case 'notKept':
        return failed(NOT_KEPT)
      case 'stopped':
        return null
      default:
        return assertNever(answer)
    }
  }
}

const NO_TITLE_IN_ANSWER = 'The model’s answer contained no title, so the old one stays.'
const TOO_SLOW = 'The model took longer than 10 seconds, so the old title stays.'
const NOT_KEPT = 'The disk could not be written, so the old title stays.'
const CLOSING = appError('closing', 'Phoenix is closing. The old title stays.')
const NOTHING_SAID = appError(
  'invalidInput',
  'Nothing has been said here yet, so there is nothing to name.',
)
const DEMO_NAMES_NOTHING = appError(
  'invalidInput',
  'The demo can’t name conversations. Choose another model first.',
)
