import { CANCEL_NEEDS, type Need } from '../../../shared/access/access.ts'
import { appError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { commands, isCommandName } from '../../../shared/protocol/commands.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed } from '../../../shared/result.ts'
import type { Admission } from '../../adapters/tokens/tokens.ts'

type ClientConnection = Connection<HostFrame, ClientFrame>

/**
 * THE place where scopes are enforced: a client with a token is served through this connection, and nothing behind it knows about
 * tokens. Each frame is checked against the command table. A revoked token closes the connection at once.
 */
export function limitedConnection(
  connection: ClientConnection,
  admission: Admission,
): ClientConnection {
  const { scopes } = admission
  admission.onRevoked(() => connection.close())
  return {
    send: (frame) => connection.send(frame),
    onClose: (listener) => connection.onClose(listener),
    close: () => connection.close(),
    onFrame: (listener) =>
      connection.onFrame((frame) => {
        const need = needOf(frame)
        if (need === null || scopes.some((scope) => scope === need)) return listener(frame)
        connection.send({ type: 'response', id: frame.id, result: failed(refusalOf(need)) })
      }),
  }
}

/** Null if the frame asks for nothing that exists; the answer will say so. */
function needOf(frame: ClientFrame): Need | null {
  switch (frame.type) {
    case 'cancel':
      return CANCEL_NEEDS
    case 'request':
      return needOfCommand(frame.command, frame.input)
    default:
      return assertNever(frame)
  }
}

function needOfCommand(name: string, input: unknown): Need | null {
  if (!isCommandName(name)) return null
  const { needs, input: schema } = commands[name]
  if (typeof needs === 'string') return needs
  // An invalid frame is refused later, by the same schema.
  const parsed = schema.safeParse(input)
  return parsed.success ? needs.of(parsed.data) : needs.usual
}

function refusalOf(need: Need): ReturnType<typeof appError> {
  return appError(
    'notAllowed',
    need === 'owner'
      ? 'No token allows this. Do it in Phoenix itself.'
      : `This needs a token with the scope ${need}. Create one in Settings, or with phoenix token create.`,
  )
}
