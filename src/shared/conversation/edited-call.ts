import type { CallInput } from '../messages/content.ts'
import type { Call } from './turn.ts'

/** The input field with the text that a rule can name, for example a whole command; null: none. */
export function fieldWith(input: CallInput, subject: string | null): string | null {
  if (input.type !== 'object' || subject === null) return null
  return Object.keys(input.value).find((key) => input.value[key] === subject) ?? null
}

/** Whether a person can change the command of a call before it runs. */
export function canBeEdited({ action, input, subject }: Call): boolean {
  return action === 'command' && fieldWith(input, subject) !== null
}

/** The command that a person put in place of the model's; null: it runs as the model wrote it. */
export function editOf({ verdict }: Pick<Call, 'verdict'>): string | null {
  return verdict.type === 'run' ? verdict.editedTo : null
}

/** The call as it runs. The model's text stays on record; only the run gets another command. */
export function asEdited(call: Call): Call {
  const command = editOf(call)
  const field = fieldWith(call.input, call.subject)
  if (command === null || field === null || call.input.type !== 'object') return call
  const value = { ...call.input.value, [field]: command }
  return { ...call, input: { type: 'object', value }, subject: command }
}

/** The note above the result of an edited call, for the model; '' if nothing was edited. */
export function editNote(call: Pick<Call, 'verdict'>): string {
  const command = editOf(call)
  if (command === null) return ''
  return `[The user changed this command before it ran. What ran instead:\n${command}]\n`
}
