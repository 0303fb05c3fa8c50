import { appError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { SummaryFocus } from '../../../shared/messages/message.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { OwnCommand } from '../../../shared/protocol/file-commands.ts'
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
  /** Writes a whole text, and selects some of it. */
  write(filled: FilledText): Promise<void>
}

interface Dependencies {
  readonly app: Pick<App, 'client' | 'composing' | 'compactTurn'>
  readonly commands: {
    run(command: AppCommand): string | null
    whyNot(command: AppCommand): string | null
  }
  showSetting(name: 'Hooks, skills and agents'): void
}

/** Carries out the choice made for a token. */
export async function carryOut(
  { choice, token, by }: Chosen<Suggestion>,
  field: NamingField,
  deps: Dependencies,
): Promise<void> {
  const { app, commands } = deps
  const put = ({ text, caret }: Written) => field.write({ text, selected: [caret, caret] })
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
      return useOwn(choice.command, field.text.slice(token.to), field, deps)
    case 'resource':
      return put(withInstead(field.text, token, `${choice.label} `))
    case 'prompt':
      return field.write(await filledPrompt(choice, field.text.slice(token.to), app, field.id))
    default:
      assertNever(choice)
  }
}

/**
 * Runs the command named by a text that begins with `/`: one of Phoenix's, one of the person's own, or a server's.
 * False: it names none, and is a message.
 */
export async function callCommand(
  field: NamingField,
  deps: Dependencies,
  ownCommands: (id: ConversationId) => Promise<readonly OwnCommand[]>,
): Promise<boolean> {
  const { id, text } = field
  const app = appCommandIn(text)
  if (app !== null) {
    const token = { type: 'command', from: 0, to: text.length, query: '' } as const
    await carryOut({ choice: app, token, by: 'Enter' }, field, deps)
    return true
  }
  const focus = compactionIn(text)?.focus
  if (focus !== undefined) {
    await compactWith(focus, field, deps)
    return true
  }
  const own = calledIn(text, await ownCommands(id))
  if (own !== null) {
    await useOwn(own.command, own.typed, field, deps)
    return true
  }
  const [, name = '', typed = ''] = CALLED.exec(text) ?? []
  // A path is not a command name: servers are not asked.
  if (name === '' || name.includes('/')) return false
  const prompts = await suggestedPrompts(name, deps.app.client, id)
  const prompt = prompts.find(({ label }) => label === `/${name}`)
  if (prompt?.type !== 'prompt') return false
  await field.write(await filledPrompt(prompt, typed, deps.app, id))
  const missing = missingIn(prompt.prompt, typed)
  if (missing !== '')
    deps.app.composing.notify(id, appError('invalidInput', `${prompt.label} needs ${missing}.`))
  return true
}

/** Summarises with what the summary should keep. */
async function compactWith(
  focus: string,
  field: NamingField,
  { app, commands }: Dependencies,
): Promise<void> {
  const isShort = SummaryFocus.safeParse(focus).success
  const whyNot = isShort ? commands.whyNot('compact') : TOO_LONG_FOCUS
  if (whyNot !== null) return app.composing.notify(field.id, appError('invalidInput', whyNot))
  await field.write({ text: '', selected: [0, 0] })
  app.compactTurn({ focus })
}

const TOO_LONG_FOCUS = 'Say in at most 2,000 characters what the summary should keep.'

/** A command that is not allowed yet leads to the place where it can be allowed. */
async function useOwn(
  command: OwnCommand,
  typed: string,
  field: NamingField,
  deps: Dependencies,
): Promise<void> {
  if (command.isAllowed) return field.write(filledText(command, typed))
  deps.app.composing.notify(field.id, appError('invalidInput', sentenceOfForbidden(command)))
  deps.showSetting('Hooks, skills and agents')
}

/** The required arguments that are missing, for people; empty: none. */
function missingIn(prompt: McpPrompt, typed: string): string {
  if (argumentsIn(prompt, typed) !== null) return ''
  const required = prompt.arguments.filter((each) => each.isRequired)
  return required.map(({ name }) => name).join(' and ')
}
