import { type AppError, appError } from '../../shared/app-error.ts'
import { assertNever } from '../../shared/assert-never.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  commands,
} from '../../shared/commands.ts'
import type { ClientEvent } from '../../shared/events.ts'
import type { ClientFrame, HostFrame } from '../../shared/frames.ts'
import type { ConversationId } from '../../shared/ids.ts'
import { type Result, failed, ok } from '../../shared/result.ts'
import { faultOfRequest } from './check-request.ts'
import type { HostConnection } from './dial.ts'

type Answer = Result<unknown, AppError>

const DISCONNECTED = appError(
  'disconnected',
  'Phoenix cannot be reached right now. This window keeps trying.',
)

/** The command table as functions. Every request is answered exactly once, also when the line is cut. */
export interface Client {
  request<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandOutput<Name>, AppError>>
  cancel(conversationId: ConversationId): Promise<Answer>
  onEvent(listener: (event: ClientEvent) => void): void
  /** Uses this connection from now on. Resolves when it is closed. */
  attach(connection: HostConnection): Promise<void>
}

export function createClient(): Client {
  const waiting = new Map<number, (answer: Answer) => void>()
  const listeners: ((event: ClientEvent) => void)[] = []
  let connection: HostConnection | null = null
  let nextId = 0

  function send(frame: ClientFrame): Promise<Answer> {
    const line = connection
    if (line === null) return Promise.resolve(failed(DISCONNECTED))
    return new Promise((resolve) => {
      waiting.set(frame.id, resolve)
      line.send(frame)
    })
  }

  function take(frame: HostFrame): void {
    switch (frame.type) {
      case 'response':
        waiting.get(frame.id)?.(frame.result)
        waiting.delete(frame.id)
        return
      case 'event':
        for (const listener of listeners) listener(frame.event)
        return
      default:
        assertNever(frame)
    }
  }

  function dropLine(): void {
    connection = null
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const answer of unanswered) answer(failed(DISCONNECTED))
  }

  return {
    async request(name, input) {
      const frame: ClientFrame = { type: 'request', id: nextId++, command: name, input }
      const fault = faultOfRequest(name, input, frame)
      if (fault !== null) return failed(fault)
      const answer = await send(frame)
      return answer.ok ? outputOf(name, answer.value) : answer
    },
    cancel: (conversationId) => send({ type: 'cancel', id: nextId++, conversationId }),
    onEvent: (listener) => void listeners.push(listener),
    attach: (opened) =>
      new Promise((resolve) => {
        connection = opened
        opened.onFrame(take)
        opened.onClose(() => {
          if (connection === opened) dropLine()
          resolve()
        })
      }),
  }
}

/** The one place where a host's answer gets its type. */
function outputOf<Name extends CommandName>(
  name: Name,
  value: unknown,
): Result<CommandOutput<Name>, AppError> {
  const parsed = commands[name].output.safeParse(value)
  if (parsed.success) return ok(parsed.data as CommandOutput<Name>)
  return failed(
    appError('internal', "This window does not understand Phoenix's answer. Reload it."),
  )
}
