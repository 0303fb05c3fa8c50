import type {
  AvailableCommand,
  SessionConfigOption,
  SessionModeState,
} from '@agentclientprotocol/sdk'
import { Effort } from '../../shared/models/effort.ts'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import type { CommandInput } from '../../shared/protocol/commands.ts'
import type { OwnCommand } from '../../shared/protocol/file-commands.ts'
import { ok, failed, type Result } from '../../shared/result.ts'
import type { SettingsView } from '../../shared/settings/settings.ts'
import { PermissionMode } from '../../shared/conversation/turn.ts'
import { choicesOf, isGone, noteOfModel } from '../../client/model-choices.ts'
import { labelOfModel } from '../../client/words/model-words.ts'
import { sentenceOfPermission, wordsOfPermission } from '../../client/words/permission-words.ts'

/** The options that a client can choose for a session. */
export type Choices = Pick<
  ConversationSnapshot,
  'permissionMode' | 'chosenModel' | 'chosenEffort' | 'model'
>

/** The only command of Phoenix that makes sense outside its window. */
const COMPACT = 'compact'

/** The value for the app's own choice. */
const AUTOMATIC = 'automatic'

export function modesOf({ permissionMode }: Choices): SessionModeState {
  const availableModes = PermissionMode.options.map((id) => ({
    id,
    name: wordsOfPermission(id),
    description: sentenceOfPermission(id),
  }))
  return { currentModeId: permissionMode, availableModes }
}

export function optionsOf(choices: Choices, settings: SettingsView): SessionConfigOption[] {
  const { chosenEffort, chosenModel, model, permissionMode } = choices
  const known = choicesOf(settings)
    .filter(({ name }) => !isGone(name, settings))
    .map(({ about, label, name }) => ({
      value: name,
      name: label,
      description: about === '' ? null : about,
    }))
  const isListed = chosenModel === null || known.some(({ value }) => value === chosenModel)
  return [
    {
      id: 'mode',
      name: 'Permissions',
      category: 'mode',
      type: 'select',
      currentValue: permissionMode,
      options: modesOf(choices).availableModes.map(({ id, name, description = null }) => ({
        value: id,
        name,
        description,
      })),
    },
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: chosenModel ?? AUTOMATIC,
      options: [
        {
          value: AUTOMATIC,
          name: chosenModel === null ? `Automatic: ${labelOfModel(model, settings)}` : 'Automatic',
        },
        ...known,
        ...(isListed ? [] : [{ value: chosenModel, name: labelOfModel(chosenModel, settings) }]),
      ],
    },
    {
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      type: 'select',
      currentValue: chosenEffort ?? AUTOMATIC,
      options: [
        { value: AUTOMATIC, name: 'From Settings' },
        ...Effort.options.map((value) => ({ value, name: value })),
      ],
    },
  ]
}

/** Returns the commands that can be typed after `/`. */
export function commandsOf(own: readonly OwnCommand[]): AvailableCommand[] {
  const input = { hint: 'what it is about' }
  return [
    {
      name: COMPACT,
      description: 'Summarises the conversation to make room.',
      input: { hint: 'what the summary should keep' },
    },
    ...own
      .filter(({ isAllowed }) => isAllowed)
      .map(({ description, name }) => ({ name, description, input })),
  ]
}

type Configured = Omit<CommandInput<'conversation.configure'>, 'conversationId'>

/** Returns the change for choosing this value. The error is a sentence for people. */
export function changeOf(
  option: string,
  value: unknown,
  settings: SettingsView,
): Result<Configured, string> {
  if (typeof value !== 'string') return failed(`${option} takes text.`)
  switch (option) {
    case 'mode': {
      const mode = PermissionMode.safeParse(value)
      if (!mode.success) return failed(`There is no mode ${JSON.stringify(value)}.`)
      return ok({ permissionMode: mode.data, isThisOnly: true })
    }
    case 'model':
      if (value === AUTOMATIC) return ok({ model: null })
      return isGone(value, settings) ? failed(noteOfModel(value, settings)) : ok({ model: value })
    case 'effort': {
      if (value === AUTOMATIC) return ok({ effort: null })
      const effort = Effort.safeParse(value)
      return effort.success
        ? ok({ effort: effort.data })
        : failed(`There is no effort ${JSON.stringify(value)}.`)
    }
    default:
      return failed(`There is no option ${JSON.stringify(option)}.`)
  }
}
