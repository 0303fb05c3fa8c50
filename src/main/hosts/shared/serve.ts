import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { type CommandName, commands, isCommandName } from '../../../shared/protocol/commands.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed, type Result } from '../../../shared/result.ts'
import {
  BROKEN,
  DAMAGED,
  isDamage,
  resultOf,
  storageError,
} from '../../runtime/conversation/answers.ts'
import { ClientSession } from '../../runtime/commands/session/client-session.ts'
import type { Handlers } from '../../runtime/commands/handler-ports.ts'
import type { ConversationRegistry } from '../../runtime/registry/conversation-registry.ts'
import type { FlushPort } from '../../runtime/ports/store.ts'
import type { Log } from '../../runtime/ports/ports.ts'
import { holdFrames } from './hold-frames.ts'

/** Many more than a window ever has open. */
export const MAX_OPEN_REQUESTS = 1_024

export interface Serving {
  readonly registry: ConversationRegistry
  readonly handlers: Handlers
  readonly log: Log
  readonly store: FlushPort
  /** Called when stored data turns out to be damaged. */
  readonly onDamage: () => void
}

/** Serves one client until its connection closes. All hosts share it. */
export function serve(
  connection: Connection<HostFrame, ClientFrame>,
  serving: Serving,
): ClientSession {
  const send = holdFrames({
    store: serving.store,
    send: (frame) => sendOrClose(connection, frame),
    cut: () => connection.close(),
  })
  const client = new ClientSession(serving.registry, send)
  let isClosed = false
  client.onClose(() => (isClosed = true))
  /** What a quit cuts short has not failed: its client learns from the end of the connection that there is no answer. */
  const answer = (id: number, result: Result<unknown, AppError>): void => {
    if (!isClosed) send({ type: 'response', id, result })
  }
  /** After a failed flush, no write is acknowledged, even if it seems to have succeeded. */
  const acknowledge = (id: number, command: string, result: Result<unknown, AppError>): void => {
    const isKept = serving.store.flushing() !== 'failed'
    answer(id, !result.ok || isKept || isReading(command) ? result : failed(storageError('io')))
  }

  let open = 0
  connection.onFrame((frame) => {
    if (isClosed) return
    switch (frame.type) {
      case 'cancel': {
        const stopped = serving.registry.stop(frame.conversationId, (outcome) =>
          answer(frame.id, resultOf(outcome)),
        )
        if (stopped === null) answer(frame.id, failed(NO_CONVERSATION))
        return
      }
      case 'request':
        if (open >= MAX_OPEN_REQUESTS) return answer(frame.id, failed(TOO_MANY))
        open += 1
        void handle(serving, client, frame.command, frame.input).then((result) => {
          open -= 1
          return acknowledge(frame.id, frame.command, result)
        })
        return
      default:
        assertNever(frame)
    }
  })
  connection.onClose(() => client.close())
  return client
}

function isReading(command: string): boolean {
  return isCommandName(command) && commands[command].needs === 'read'
}

/** T78: a client that missed a frame reconnects and receives everything again. */
function sendOrClose(connection: Connection<HostFrame, ClientFrame>, frame: HostFrame): void {
  try {
    connection.send(frame)
  } catch (error) {
    connection.close()
    throw error
  }
}

const TOO_MANY = appError(
  'busy',
  `This client waits for ${MAX_OPEN_REQUESTS} answers. Nothing was done; try again when some have come.`,
)
const NO_CONVERSATION = appError('notFound', 'This conversation no longer exists.')

/** A handler that throws is a bug and affects only the sender. */
async function handle(
  serving: Serving,
  client: ClientSession,
  command: string,
  input: unknown,
): Promise<Result<unknown, AppError>> {
  if (!isCommandName(command))
    return failed(appError('invalidInput', `There is no command ${command}.`))
  try {
    return await dispatch(serving.handlers, command, input, client)
  } catch (error) {
    serving.log.warn('a command handler threw', { command, error: String(error) })
    if (!isDamage(error)) return failed(BROKEN)
    serving.onDamage()
    return failed(DAMAGED)
  }
}

/** Validates the input against the table; only then does it have the type that the handler expects. */
async function dispatch(
  handlers: Handlers,
  command: CommandName,
  input: unknown,
  client: ClientSession,
): Promise<Result<unknown, AppError>> {
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = [command, ...(issue?.path ?? [])].join('.')
    return failed(appError('invalidInput', `${where}: ${issue?.message ?? 'is not valid'}`))
  }
  const handler = handlers[command] as CheckedHandler
  return handler(parsed.data, client)
}

type CheckedHandler = (
  input: unknown,
  client: ClientSession,
) => Result<unknown, AppError> | Promise<Result<unknown, AppError>>
