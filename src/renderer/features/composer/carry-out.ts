import { type AppError, appError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { SummaryFocus } from '../../../shared/messages/message.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { OwnCommand } from '../../../shared/protocol/file-commands.ts'
import type { Result } from '../../../shared/result.ts'
import type { McpPrompt } from '../../../shared/protocol/mcp-commands.ts'
import type { App } from '../../state/app.ts'
import type { AppCommand } from '../commands/app-commands.ts'
import { argumentsIn, filledPrompt, suggestedPrompts } from '../mcp/offered-by-servers.ts'
import {
  calledIn,
  CALLED,
  type FilledText,
  filledText,
  sentenceOfForbidden,
} from '../../../client/own-command.ts'
import { compactionIn } from '../../../client/compact-call.ts'
import type { Chosen } from './suggesting.svelte.ts'
import { appCommandIn, type Suggestion } from './suggestion.ts'
import { mentionOf, withInstead, type Written } from './token.ts'

/** The message field of a conversation. */
export interface NamingField {
  readonly id: ConversationId
  readonly text: string
  /** False: it has left the page. */
  readonly isShown: boolean
  /** Writes a whole text, and selects some of it. */
  write(filled: FilledText): Promise<void>
}

interface Dependencies {
  readonly app: Pick<App, 'client' | 'composing'>
  readonly commands: {
    run(command: AppCommand): string | null
    whyNot(command: AppCommand): string | null
  }
  showSetting(name: 'Hooks, skills and agents'): void
}

/** The text that a command was called with, and its conversation. */
type Called = Pick<NamingField, 'id' | 'text'>

/** Carries out the choice made for a token. */
export async function carryOut(
  { choice, token, by }: Chosen<Suggestion>,
  field: NamingField,
  deps: Dependencies,
): Promise<void> {
  const { app, commands } = deps
  const put = ({ text, caret }: Written) => field.write({ text, selected: [caret, caret] })
  const from = { id: field.id, text: field.text }
  switch (choice.type) {
    case 'path': {
      const isOpen = by === 'Tab' && choice.path.endsWith('/')
      const mention = mentionOf(choice.path, isOpen)
      await put(withInstead(field.text, token, isOpen ? mention : `${mention} `))
      // At once: a Send that comes now waits for it.
      if (!choice.path.endsWith('/')) void app.composing.mention(field.id, choice.path)
      return
    }
    case 'app': {
      // It may be told what to keep.
      if (by === 'Tab' && choice.command === 'compact')
        return put(withInstead(field.text, token, `${choice.label} `))
      await put(withInstead(field.text, token, ''))
      const whyNot = commands.run(choice.command)
      if (whyNot !== null) app.composing.notify(field.id, appError('invalidInput', whyNot))
      return
    }
    case 'own':
      if (by === 'Tab') return put(withInstead(field.text, token, `${choice.label} `))
      return useOwn(choice.command, from.text.slice(token.to), from, field, deps)
    case 'resource':
      return put(withInstead(field.text, token, `${choice.label} `))
    case 'prompt':
      return fillLoaded(
        await filledPrompt(choice, from.text.slice(token.to), app, from.id),
        from,
        field,
        deps,
      )
    default:
      assertNever(choice)
  }
}

/**
 * Runs the command named by a text that begins with `/`: one of Phoenix's, one of the person's own, or a server's.
 * False: it names none, and is a message, which a text that looks like a call becomes only when it is sent again.
 */
export async function callCommand(
  field: NamingField,
  deps: Dependencies,
  ownCommands: (id: ConversationId) => Promise<readonly OwnCommand[]>,
): Promise<boolean> {
  const { id, text } = field
  const from = { id, text }
  const app = appCommandIn(text)
  if (app !== null) {
    const token = { type: 'command', from: 0, to: text.length, query: '' } as const
    await carryOut({ choice: app, token, by: 'Enter' }, field, deps)
    return true
  }
  const request = requestIn(from, deps)
  if (request !== null) {
    await carryOutWith(request, from, field, deps)
    return true
  }
  const own = calledIn(text, await ownCommands(id))
  if (own !== null) {
    await useOwn(own.command, own.typed, from, field, deps)
    return true
  }
  const [, name = '', typed = ''] = CALLED.exec(text) ?? []
  // A path is not a command name: servers are not asked.
  if (name === '' || name.includes('/')) return false
  const prompts = await suggestedPrompts(name, deps.app.client, id)
  const prompt = prompts.find(({ label }) => label === `/${name}`)
  if (prompt?.type !== 'prompt') return warnOnce(name, from, deps)
  await fillLoaded(await filledPrompt(prompt, typed, deps.app, id), from, field, deps)
  const missing = missingIn(prompt.prompt, typed)
  if (missing !== '')
    deps.app.composing.notify(id, appError('invalidInput', `${prompt.label} needs ${missing}.`))
  return true
}

/** Says that `/name` will be sent as a message. False: that is said already, and the person wants it sent. */
function warnOnce(
  name: string,
  { id, text }: Called,
  { app: { composing } }: Dependencies,
): boolean {
  const now = composing.of(id)
  const why =
    appCommandIn(`/${name}`) === null
      ? `There is no command “/${name}”.`
      : `The command “/${name}” takes no text after it.`
  const sentence = `${why} To send this as a message, press Enter again.`
  // What a busy agent gave back was sent in spite of this, and waits for a choice.
  const isSaid = now.notice?.message === sentence || now.busy !== null
  if (now.text !== text || isSaid) return false
  composing.notify(id, appError('invalidInput', sentence))
  return true
}

/** Writes what was loaded for a text in the place of it. If it has changed meanwhile, it stays. */
async function fillLoaded(
  filled: FilledText,
  from: Called,
  field: NamingField,
  { app: { composing } }: Dependencies,
): Promise<void> {
  if (composing.of(from.id).text !== from.text) return composing.notify(from.id, CHANGED)
  if (field.isShown && field.id === from.id) return field.write(filled)
  // Another conversation is shown by now.
  const { selected, text } = filled
  composing.dispatch(from.id, { type: 'typed', text, caret: selected[1] })
}

const CHANGED = appError(
  'invalidInput',
  'The command was not filled in, because the text has changed since. Call it again.',
)

/** One of Phoenix's commands with what was typed after it. */
interface AppRequest {
  readonly whyNot: string | null
  readonly send: () => Promise<Result<unknown, AppError>>
}

/** Null: the text calls no command that takes a text. */
function requestIn(
  { id: conversationId, text }: Called,
  { app: { client }, commands }: Dependencies,
): AppRequest | null {
  const focus = compactionIn(text)?.focus
  if (focus !== undefined) {
    const isShort = SummaryFocus.safeParse(focus).success
    return {
      whyNot: isShort ? commands.whyNot('compact') : TOO_LONG_FOCUS,
      send: () => client.request('turn.compact', { conversationId, focus }),
    }
  }
  const title = RENAME.exec(text)?.[1]
  if (title === undefined) return null
  return {
    whyNot: commands.whyNot('rename'),
    send: () => client.request('conversation.rename', { conversationId, title }),
  }
}

/** The text comes back if the request is refused. */
async function carryOutWith(
  { send, whyNot }: AppRequest,
  { id, text }: Called,
  field: NamingField,
  { app: { composing } }: Dependencies,
): Promise<void> {
  if (whyNot !== null) return composing.notify(id, appError('invalidInput', whyNot))
  await field.write({ text: '', selected: [0, 0] })
  const answer = await send()
  composing.notify(id, answer.ok ? null : answer.error)
  if (!answer.ok) composing.dispatch(id, { type: 'rewound', text, attachments: [] })
}

const RENAME = /^\s*\/rename\s+(\S.*)$/
const TOO_LONG_FOCUS = 'Say in at most 2,000 characters what the summary should keep.'

/** A command that is not allowed yet leads to the place where it can be allowed. */
async function useOwn(
  command: OwnCommand,
  typed: string,
  from: Called,
  field: NamingField,
  deps: Dependencies,
): Promise<void> {
  if (command.isAllowed) return fillLoaded(filledText(command, typed), from, field, deps)
  deps.app.composing.notify(from.id, appError('invalidInput', sentenceOfForbidden(command)))
  deps.showSetting('Hooks, skills and agents')
}

/** The required arguments that are missing, for people; empty: none. */
function missingIn(prompt: McpPrompt, typed: string): string {
  if (argumentsIn(prompt, typed) !== null) return ''
  const required = prompt.arguments.filter((each) => each.isRequired)
  return required.map(({ name }) => name).join(' and ')
}
