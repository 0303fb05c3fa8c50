import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import {
  type CommandInput,
  type CommandOutput,
  commands,
} from '../../../shared/protocol/commands.ts'
import type { PreparationCommand, RecoveryCommand } from '../../../shared/protocol/data-commands.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed, type Result } from '../../../shared/result.ts'
import { reportFault } from '../../runtime/guard.ts'

type Meanwhile = RecoveryCommand | PreparationCommand | 'browser.newAddress'
type Answer<Name extends Meanwhile> = Result<CommandOutput<Name>, AppError>
export type MeanwhileHandlers<Names extends Meanwhile> = {
  readonly [Name in Names]: (input: CommandInput<Name>) => Answer<Name> | Promise<Answer<Name>>
}

/** The refusal of a command while the database cannot be opened. */
export const RECOVERING = appError(
  'recovering',
  'Phoenix’s database could not be opened. Nothing was changed. Reload this window to see what can be done.',
)

/** The refusal of a command while the database is being prepared. */
export const PREPARING = appError(
  'preparing',
  'Phoenix is preparing its database and opens as soon as that is done.',
)

/** Serves one client while there is no database: refuses every command without a handler. All hosts share it. */
export function serveMeanwhile<Names extends Meanwhile>(
  connection: Connection<HostFrame, ClientFrame>,
  handlers: MeanwhileHandlers<Names>,
  refusal: AppError,
): void {
  connection.onFrame((frame) => {
    const answer = (result: Result<unknown, AppError>): void =>
      connection.send({ type: 'response', id: frame.id, result })
    switch (frame.type) {
      case 'cancel':
        answer(failed(refusal))
        return
      case 'request':
        void handle(handlers, frame.command, frame.input, refusal).then(answer)
        return
      default:
        assertNever(frame)
    }
  })
}

async function handle<Names extends Meanwhile>(
  handlers: MeanwhileHandlers<Names>,
  command: string,
  input: unknown,
  refusal: AppError,
): Promise<Result<unknown, AppError>> {
  if (!isOffered(handlers, command)) return failed(refusal)
  const parsed = commands[command].input.safeParse(input)
  if (!parsed.success)
    return failed(appError('invalidInput', `The input of ${command} is not valid.`))
  try {
    return await handlers[command](parsed.data as never)
  } catch (error) {
    reportFault({ where: 'a command of recovery', error, conversationId: null })
    return failed(appError('internal', 'Something unexpected went wrong. Nothing was changed.'))
  }
}

function isOffered<Names extends Meanwhile>(
  handlers: MeanwhileHandlers<Names>,
  command: string,
): command is Names {
  return Object.hasOwn(handlers, command)
}
