import { assertNever } from '../shared/assert-never.ts'
import type { ParsedCommand } from './read-arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Command, CommandHost } from './terminal.ts'

/** Carries out a command. Each is loaded only when it is needed. */
export async function carryOut(
  { flags, name, words }: ParsedCommand,
  host: CommandHost,
): Promise<ExitCode> {
  const command = await commandOf(name)
  return command(flags, words, host)
}

async function commandOf(name: ParsedCommand['name']): Promise<Command> {
  switch (name) {
    case 'run':
      return (await import('./run/run.ts')).run
    case 'list':
      return (await import('./list.ts')).list
    case 'show':
      return (await import('./export.ts')).show
    case 'export':
      return (await import('./export.ts')).exportConversation
    case 'open':
      return (await import('./export.ts')).openFile
    case 'search':
      return (await import('./search.ts')).search
    case 'verify':
      return (await import('./verify.ts')).verify
    case 'acp':
      return (await import('./acp/acp.ts')).acp
    case 'token':
      return (await import('./token.ts')).token
    case 'doctor':
      return (await import('./doctor.ts')).doctor
    default:
      return assertNever(name)
  }
}
