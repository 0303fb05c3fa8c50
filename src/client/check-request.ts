import type * as z from '../shared/schema.ts'
import { type AppError, appError } from '../shared/app-error.ts'
import {
  type CommandInput,
  type CommandName,
  commands,
  isCommandName,
} from '../shared/protocol/commands.ts'
import { MAX_FRAME_BYTES } from '../shared/protocol/frames.ts'

const MESSAGE_TOO_LONG = appError(
  'messageTooLong',
  'The message is longer than 1 MB and was not sent. Shorten it.',
)
export const DRAFT_TOO_LONG = appError(
  'messageTooLong',
  'The draft is too long to be saved. Shorten it, or send part of it first.',
)

/**
 * Returns why a request cannot be sent, or null. Refusing here what the host would refuse loses nothing. `json`: the
 * request's frame.
 */
export function faultOfRequest<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
  json: string,
): AppError | null {
  // The types say so only to a caller that has them.
  const given: string = name
  if (!isCommandName(given)) return appError('invalidInput', `There is no command ${given}.`)
  const parsed = commands[name].input.safeParse(input)
  if (!parsed.success) {
    const why = whyInvalid(parsed.error.issues[0])
    return appError('invalidInput', `This was not sent: ${why}. Change it and try again.`)
  }
  if (utf8Bytes(json) <= MAX_FRAME_BYTES) return null
  if (name === 'message.send') return MESSAGE_TOO_LONG
  if (name === 'draft.save') return DRAFT_TOO_LONG
  return appError('invalidInput', 'This is longer than 1 MB and was not sent. Shorten it.')
}

function whyInvalid(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return `it is longer than ${issue.maximum.toLocaleString('en')} characters`
  if (issue?.code === 'too_small' && issue.origin === 'string') return 'it is empty'
  return issue?.message ?? 'its format is wrong'
}

/** Returns the length in UTF-8. JavaScript itself has no encoder. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
