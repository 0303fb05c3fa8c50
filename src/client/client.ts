import * as z from '../shared/schema.ts'
import { type AppError, appError } from '../shared/app-error.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  commands,
} from '../shared/protocol/commands.ts'
import type { ClientEvent } from '../shared/protocol/events.ts'
import { type ClientFrame, type HostConnection, HostFrame } from '../shared/protocol/frames.ts'
import type { ConversationId } from '../shared/ids.ts'
import { type Result, failed, ok } from '../shared/result.ts'
import { VERSION } from '../shared/version.ts'
import { faultOfRequest } from './check-request.ts'

type Answer = Result<unknown, AppError>

const OfThisVersion = z.object({ version: z.literal(VERSION) })

const NOT_UNDERSTOOD_IN_WINDOW = 'This window does not understand Phoenix’s answer. Reload it.'
/** For what is no window: it cannot be reloaded, and stays of its version. */
export const NOT_UNDERSTOOD = `Phoenix ${VERSION} does not understand the answer of the Phoenix that is running: that is of another version. Quit Phoenix and start it again with the newer of the two.`
const DISCONNECTED = appError('disconnected', 'Can’t reach Phoenix right now.')

/** The command table as functions. Every request is answered exactly once, even if the connection is lost. */
export interface Client {
  request<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandOutput<Name>, AppError>>
  cancel(conversationId: ConversationId): Promise<Answer>
  /** Adds a listener; the returned function removes it. */
  onEvent(listener: (event: ClientEvent) => void): () => void
  /** Uses this connection from now on. Resolves when it is closed. */
  attach(connection: HostConnection): Promise<void>
}

export function createClient(notUnderstood = NOT_UNDERSTOOD_IN_WINDOW): Client {
  const waiting = new Map<number, (answer: Answer) => void>()
  const listeners = new Set<(event: ClientEvent) => void>()
  let connection: HostConnection | null = null
  let nextId = 0
  /**
   * True once the host has confirmed this window's version. Its frames are then not validated, nor is the answer to
   * `app.open` that confirms it.
   */
  let isTrusted = false

  function send(frame: ClientFrame, json: string): Promise<Answer> {
    const current = connection
    if (current === null) return Promise.resolve(failed(DISCONNECTED))
    return new Promise((resolve) => {
      waiting.set(frame.id, resolve)
      current.send(frame, json)
    })
  }

  /** Drops frames that a client of this version does not know; the sequence numbers reveal the gap. */
  function onFrame(frame: HostFrame): void {
    const known = isTrusted ? frame : HostFrame.safeParse(frame).data
    if (known !== undefined) handle(known)
  }

  function handle(frame: HostFrame): void {
    if (frame.type !== 'response') {
      for (const listener of listeners) listener(frame)
      return
    }
    waiting.get(frame.id)?.(frame.result)
    waiting.delete(frame.id)
  }

  function dropConnection(): void {
    connection = null
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const answer of unanswered) answer(failed(DISCONNECTED))
  }

  async function request<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandOutput<Name>, AppError>> {
    const frame: ClientFrame = { type: 'request', id: nextId++, command: name, input }
    const json = JSON.stringify(frame)
    const fault = faultOfRequest(name, input, json)
    if (fault !== null) return failed(fault)
    const current = connection
    const answer = await send(frame, json)
    if (!answer.ok) return answer
    if (name === 'app.open' && connection === current)
      isTrusted = OfThisVersion.safeParse(answer.value).success
    if (isTrusted) return ok(answer.value as CommandOutput<Name>)
    return outputOf(name, answer.value) ?? failed(appError('internal', notUnderstood))
  }

  return {
    request,
    cancel: (conversationId) => {
      const frame: ClientFrame = { type: 'cancel', id: nextId++, conversationId }
      return send(frame, JSON.stringify(frame))
    },
    onEvent: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    attach: (opened) =>
      new Promise((resolve) => {
        dropConnection()
        connection = opened
        isTrusted = false
        opened.onFrame(onFrame)
        opened.onClose(() => {
          if (connection === opened) dropConnection()
          resolve()
        })
      }),
  }
}

/** Validates the answer of a host whose version is not confirmed. Null: it is not understood. */
function outputOf<Name extends CommandName>(
  name: Name,
  value: unknown,
): Result<CommandOutput<Name>, never> | null {
  const parsed = commands[name].output.safeParse(value)
  return parsed.success ? ok(parsed.data as CommandOutput<Name>) : null
}
