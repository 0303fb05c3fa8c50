import { BestMatches, fuzzyScore } from '../../../shared/search/fuzzy.ts'
import { MAX_FILE_QUERY, type OwnCommand } from '../../../shared/protocol/file-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import {
  type ServerSuggestion,
  suggestedPrompts,
  suggestedResources,
} from '../mcp/offered-by-servers.ts'
import { unsaid } from '../sheet/unsaid.ts'
import { ALL_COMMANDS, APP_COMMANDS, type AppCommand } from '../commands/app-commands.ts'
import type { Found } from './suggesting.svelte.ts'
import type { Token } from './token.ts'

/** A suggestion for a name being typed in the message. */
export type Suggestion = ServerSuggestion | OwnSuggestion

type OwnSuggestion = {
  readonly label: string
  /** A description; empty: the label says it. */
  readonly about: string
} & (
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'app'; readonly command: AppCommand }
  | { readonly type: 'own'; readonly command: OwnCommand }
)

const MOST_COMMANDS = 50
const CUT =
  'Some files are missing here: the folder has too many, or parts of it can’t be read. You can still type a path.'

/** The parts of the screen that suggestions need: the client, and the commands that can be used now. */
interface Asker {
  readonly app: { readonly client: Client }
  readonly commands: { whyNot(command: AppCommand): string | null }
}

/** The suggestions for a token: local ones first, then those of servers. */
export async function suggestionsFor(
  { query, type }: Pick<Token, 'query' | 'type'>,
  { app: { client }, commands }: Asker,
  id: ConversationId,
  ownCommands: (id: ConversationId, isBeingTyped: boolean) => Promise<readonly OwnCommand[]>,
): Promise<Found<Suggestion>> {
  if (type === 'file') {
    const [files, resources] = await Promise.all([
      suggestedFiles(query, client, id),
      suggestedResources(query, client, id),
    ])
    return { choices: [...files.choices, ...resources], note: files.note }
  }
  const [own, prompts] = await Promise.all([
    ownCommands(id, query !== ''),
    suggestedPrompts(query, client, id),
  ])
  const fitting = suggestedCommands(query, own, (each) => commands.whyNot(each))
  return { choices: [...fitting, ...prompts], note: '' }
}

/** Files and folders, best first, and why some or all are missing. Folders end in `/`. */
async function suggestedFiles(
  query: string,
  client: Client,
  conversationId: ConversationId,
): Promise<Found<Suggestion>> {
  if (query.length > MAX_FILE_QUERY) return { choices: [], note: '' }
  const answer = await client.request('files.find', { conversationId, text: query })
  if (!answer.ok)
    return { choices: [], note: answer.error.code === 'stopped' ? '' : unsaid(answer.error) }
  const { isCut, paths } = answer.value
  return {
    choices: paths.map((path) => ({ type: 'path', label: path, about: '', path })),
    note: isCut ? CUT : '',
  }
}

/** The command of Phoenix that a text names, exactly and completely. Null: none. */
export function appCommandIn(text: string): Extract<Suggestion, { type: 'app' }> | null {
  const name = text.trim().slice(1)
  const command = ALL_COMMANDS.find((each) => APP_COMMANDS[each].slash === name)
  if (command === undefined || !text.startsWith('/')) return null
  return { type: 'app', label: `/${name}`, about: APP_COMMANDS[command].title, command }
}

/** Commands by their names, best first; Phoenix's own come before others that match equally well. */
export function suggestedCommands(
  query: string,
  own: readonly OwnCommand[],
  whyNot: (command: AppCommand) => string | null,
): readonly Suggestion[] {
  const best = new BestMatches<Suggestion>(MOST_COMMANDS)
  const add = (name: string, suggestion: Suggestion): void => {
    const score = fuzzyScore(query, name)
    if (score !== null) best.add(suggestion, query === '' ? 0 : score - name.length / 100)
  }
  for (const command of ALL_COMMANDS) {
    const { slash, title } = APP_COMMANDS[command]
    if (slash === null) continue
    const about = whyNot(command) ?? title
    add(slash, { type: 'app', label: `/${slash}`, about, command })
  }
  for (const command of own) {
    const { argumentHint, description, isAllowed, name, origin } = command
    const from = origin === 'folder' ? 'from this folder' : 'yours'
    const word = isAllowed ? '' : 'not allowed yet'
    const about = [argumentHint, description, from, word].filter((each) => each !== '').join(' · ')
    add(name, { type: 'own', label: `/${name}`, about, command })
  }
  return best.values
}
