import { type AppError, appError } from '../../shared/app-error.ts'
import { type CommandInput, type CommandName, commands } from '../../shared/commands.ts'
import { MAX_FRAME_BYTES } from '../../shared/frames.ts'

/** Why a request is not sent, or null. What the host would refuse is refused here, with nothing lost. `json`: its frame. */
export function faultOfRequest<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
  json: string,
): AppError | null {
  const parsed = commands[name].input.safeParse(input)
  if (!parsed.success) {
    const why = parsed.error.issues[0]?.message ?? 'its format is wrong'
    return appError('invalidInput', `This was not sent: ${why}. Change it and try again.`)
  }
  if (new TextEncoder().encode(json).length <= MAX_FRAME_BYTES) return null
  return name === 'message.send'
    ? appError('messageTooLong', 'The message is longer than 1 MB and was not sent. Shorten it.')
    : appError('invalidInput', 'This is longer than 1 MB and was not sent. Shorten it.')
}
