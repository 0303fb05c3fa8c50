import type { CallInput } from '../messages/content.ts'
import type { Call } from './turn.ts'

/** Returns the input field whose text a rule can name, such as a whole command; null if there is none. */
export function fieldWith(input: CallInput, subject: string | null): string | null {
  if (input.type !== 'object' || subject === null) return null
  return Object.keys(input.value).find((key) => input.value[key] === subject) ?? null
}

/** True if a person can change the command of a call before it runs. */
export function canBeEdited({ action, input, subject }: Call): boolean {
  return action === 'command' && fieldWith(input, subject) !== null
}

/** Returns the command that a person put in place of the model's; null if it is unchanged. */
export function editOf({ verdict }: Pick<Call, 'verdict'>): string | null {
  return verdict.type === 'run' ? verdict.editedTo : null
}

/** Returns the call as it runs. The stored call keeps the model's command; only the run uses the edited one. */
export function asEdited(call: Call): Call {
  const command = editOf(call)
  const field = fieldWith(call.input, call.subject)
  if (command === null || field === null || call.input.type !== 'object') return call
  const value = { ...call.input.value, [field]: command }
  return { ...call, input: { type: 'object', value }, subject: command }
}

/** Returns the note for the model above the result of an edited call; '' if the call was not edited. */
export function editNote(call: Pick<Call, 'verdict'>): string {
  const command = editOf(call)
  if (command === null) return ''
  return `[The user changed this command before it ran. What ran instead:\n${command}]\n`
}
