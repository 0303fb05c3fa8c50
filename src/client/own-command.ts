import type { OwnCommand } from '../shared/protocol/file-commands.ts'
import type { ConversationId } from '../shared/ids.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import type { Client } from './client.ts'

/**
 * Returns a function that asks the host for the commands: they may change, or be allowed no more, at any time. While
 * a name is being typed, the last answer will do, unless a command in it was not allowed.
 */
export function ownCommandsOf(
  client: Client,
): (conversationId: ConversationId, isBeingTyped?: boolean) => Promise<readonly OwnCommand[]> {
  let known: readonly OwnCommand[] | null = null
  return async (conversationId, isBeingTyped = false) => {
    const isSettled = known?.every(({ isAllowed }) => isAllowed) === true
    if (known !== null && isSettled && isBeingTyped) return known
    const answer = await client.request('files.commands', { conversationId })
    if (answer.ok) known = answer.value.commands
    return known ?? []
  }
}

const PLACE = '$ARGUMENTS'
/** Captures the name after a text's leading `/`, and the text after the name. */
export const CALLED = /^\/(\S+)(?:\s+([\s\S]*))?$/u

/** A text for the message field, and its selection: from, to. */
export interface FilledText {
  readonly text: string
  readonly selected: readonly [number, number]
}

/**
 * Returns the text that a command puts into the message. `$ARGUMENTS` becomes the text after the name, `$1` to `$9`
 * become its words; if the template contains none of them, the text is appended. If nothing was typed, the first
 * `$ARGUMENTS` is selected, to be filled in.
 */
export function filledText({ template }: OwnCommand, typed: string): FilledText {
  const args = typed.trim()
  const at = template.indexOf(PLACE)
  if (args === '') {
    const end = template.length
    return { text: template, selected: at < 0 ? [end, end] : [at, at + PLACE.length] }
  }
  const hasPlace = /\$(?:ARGUMENTS|[1-9])/.test(template)
  const text = hasPlace ? withArguments(template, args) : `${template}\n\n${args}`
  return { text, selected: [text.length, text.length] }
}

function withArguments(template: string, args: string): string {
  const words = args.split(/\s+/)
  return template.replaceAll(/\$(?:ARGUMENTS|([1-9]))/g, (_, digit?: string) =>
    digit === undefined ? args : (words[Number(digit) - 1] ?? ''),
  )
}

/** Returns the command that a text calls and the text after its name. Null if it calls none. */
export function calledIn(
  text: string,
  commands: readonly OwnCommand[],
): { readonly command: OwnCommand; readonly typed: string } | null {
  const called = CALLED.exec(text)
  const command = commands.find(({ name }) => name === called?.[1])
  return command === undefined ? null : { command, typed: called?.[2] ?? '' }
}

/** Says why a command from the folder cannot be used, and what to do. */
export function sentenceOfForbidden({ name }: OwnCommand): string {
  return `/${name} comes from the folder, and you haven’t allowed it yet. Allow it in the app: Settings, Hooks and skills.`
}

/**
 * Returns the text to send: the filled template if the typed text calls a command. The error is a sentence for people.
 */
export async function textToSend(
  text: string,
  commands: () => Promise<readonly OwnCommand[]>,
): Promise<Result<string, string>> {
  const called = text.startsWith('/') ? calledIn(text, await commands()) : null
  if (called === null) return ok(text)
  if (!called.command.isAllowed) return failed(sentenceOfForbidden(called.command))
  // Nobody is there to fill in what was left out.
  if (called.typed.trim() === '') return ok(withArguments(called.command.template, ''))
  return ok(filledText(called.command, called.typed).text)
}
