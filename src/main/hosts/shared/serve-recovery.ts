import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import {
  type CommandInput,
  type CommandOutput,
  commands,
} from '../../../shared/protocol/commands.ts'
import type { RecoveryCommand } from '../../../shared/protocol/data-commands.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed, type Result } from '../../../shared/result.ts'
import { tellFault } from '../../runtime/guard.ts'

type Answer<Name extends RecoveryCommand> = Result<CommandOutput<Name>, AppError>
/** The commands that are possible while there is no database. */
export type RecoveryHandlers = {
  readonly [Name in RecoveryCommand]: (
    input: CommandInput<Name>,
  ) => Answer<Name> | Promise<Answer<Name>>
}

const RECOVERING = failed(
  appError(
    'recovering',
    'The database of Phoenix could not be opened. Nothing was changed. Reload this window to see what can be done.',
  ),
)

/** Serves one client while there is no database: every other command is refused. The same for all hosts. */
export function serveRecovery(
  connection: Connection<HostFrame, ClientFrame>,
  handlers: RecoveryHandlers,
): void {
  connection.onFrame((frame) => {
    const answer = (result: Result<unknown, AppError>): void =>
      connection.send({ type: 'response', id: frame.id, result })
    switch (frame.type) {
      case 'cancel':
        answer(RECOVERING)
        return
      case 'request':
        void handle(handlers, frame.command, frame.input).then(answer)
        return
      default:
        assertNever(frame)
    }
  })
}

async function handle(
  handlers: RecoveryHandlers,
  command: string,
  input: unknown,
): Promise<Result<unknown, AppError>> {
  if (!isOffered(handlers, command)) return RECOVERING
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success) return failed(appError('invalidInput', `${command} cannot be asked so.`))
  try {
    return await handlers[command](parsed.data as never)
  } catch (error) {
    tellFault({ where: 'a command of recovery', error, conversationId: null })
    return failed(appError('internal', 'Something unexpected went wrong. Nothing was changed.'))
  }
}

function isOffered(handlers: RecoveryHandlers, command: string): command is RecoveryCommand {
  return Object.hasOwn(handlers, command)
}
