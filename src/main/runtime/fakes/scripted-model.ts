import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { LlmFailureKind } from '../../core/machine/event.ts'
import type { RejectedPart } from '../../core/request/repairs.ts'
import type { ModelCall, ModelOutcome, ModelPort } from '../ports/ports.ts'

/** A request that waits for the test to answer it. The test handles aborts: a port may ignore them. */
export class PendingRequest {
  readonly call: ModelCall
  isAnswered = false
  readonly #usage: Usage
  readonly #resolve: (outcome: ModelOutcome) => void

  constructor(call: ModelCall, usage: Usage, resolve: (outcome: ModelOutcome) => void) {
    this.call = call
    this.#usage = usage
    this.#resolve = (outcome) => {
      this.isAnswered = true
      resolve(outcome)
    }
  }

  reply(blocks: readonly Block[], end: ReplyEnd): void {
    this.#resolve({ type: 'responded', blocks, end, usage: this.#usage })
  }

  replyText(text: string): void {
    this.reply([{ type: 'text', text }], 'endTurn')
  }

  /** Replies with one bash call per command. */
  callBash(...commands: readonly string[]): void {
    this.reply(
      commands.map((command, index) => bashCall(command, `call_${index}`)),
      'toolUse',
    )
  }

  /** Starts one sub-agent per task. */
  spawn(...tasks: readonly string[]): void {
    const input = { type: 'object', value: { tasks: tasks.map((task) => ({ task })) } } as const
    this.reply([{ type: 'toolCall', providerCallId: 's', name: 'spawn_agents', input }], 'toolUse')
  }

  /** Asks the person a question, followed by one bash call per command. */
  askUser(question: string, ...commands: readonly string[]): void {
    const input = { type: 'object', value: { question, options: [{ label: 'A' }] } } as const
    const askCall: Block = { type: 'toolCall', providerCallId: 'q', name: 'ask_user', input }
    const calls = commands.map((command, index) => bashCall(command, `call_${index}`))
    this.reply([askCall, ...calls], 'toolUse')
  }

  /** Submits a sub-agent's result. */
  submit(result: string): void {
    const input = { type: 'object', value: { result } } as const
    this.reply([{ type: 'toolCall', providerCallId: 'r', name: 'submit_result', input }], 'toolUse')
  }

  fail(kind: LlmFailureKind, retryAfterMs: number | null = null): void {
    const detail = `It failed: ${kind}.`
    this.#resolve({ type: 'failed', kind, detail, retryAfterMs, rejectedPart: null })
  }

  /** Refuses the request because of this part. */
  refuse(rejectedPart: RejectedPart): void {
    const detail = 'It was refused.'
    this.#resolve({
      type: 'failed',
      kind: 'invalidRequest',
      detail,
      retryAfterMs: null,
      rejectedPart,
    })
  }
}

export function bashCall(command: string, providerCallId = 'call_0'): Block {
  const input = { type: 'object', value: { command } } as const
  return { type: 'toolCall', providerCallId, name: 'bash', input }
}

export class ScriptedModel implements ModelPort {
  readonly requests: PendingRequest[] = []
  /** The usage of each answer. */
  usage: Usage = NO_USAGE
  counterOf: NonNullable<ModelPort['counterOf']> = () => null

  ask(call: ModelCall): Promise<ModelOutcome> {
    return new Promise((resolve) =>
      this.requests.push(new PendingRequest(call, this.usage, resolve)),
    )
  }

  get last(): PendingRequest {
    const last = this.requests.at(-1)
    if (last === undefined) throw new Error('the model was not asked')
    return last
  }

  /** Returns the newest request of a conversation. */
  lastOf(conversationId: ConversationId): PendingRequest {
    const last = this.requests.findLast(({ call }) => call.conversationId === conversationId)
    if (last === undefined) throw new Error(`the model was not asked by ${conversationId}`)
    return last
  }

  /** Requests that were not aborted and have no answer: there is at most one (I9). */
  get open(): readonly PendingRequest[] {
    return this.requests.filter((request) => !request.isAnswered && !request.call.signal.aborted)
  }
}
