import type { CallInput } from '../../../shared/content.ts'

/** The whole of what a call was given: its command as it is, else its fields as JSON. */
export function textOfInput(input: CallInput): string {
  if (input.type === 'unparsed') return input.text
  const { command, ...others } = input.value
  if (typeof command !== 'string') return JSON.stringify(input.value, null, 2)
  return Object.keys(others).length === 0
    ? command
    : `${command}\n\n${JSON.stringify(others, null, 2)}`
}
