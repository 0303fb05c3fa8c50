import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import type { ConversationView } from '../../../client/conversation/conversation-view.ts'
import type { RowActions } from '../../state/row-actions.ts'
import type { AppCommand } from '../commands/app-commands.ts'
import type { Offer } from '../commands/offered-commands.svelte.ts'
import { wordsOfRowAction } from '../list/row-words.ts'
import type { RowAction } from '../list/row-keys.ts'
import { noteOnWebSearch } from '../permissions/web-search-words.ts'

/** A command on the open conversation, with its implementation. */
export interface OpenCommand extends Offer {
  readonly command: AppCommand
}

type Rows = Pick<RowActions, 'archive' | 'unarchive' | 'pin' | 'remove'>

/** The commands of the conversation's row menu. */
export function rowCommands(row: ConversationSummary, rows: Rows): readonly OpenCommand[] {
  const isPinned = row.pinnedAt !== null
  const whyNone = row.hasBegun ? null : 'Nothing has been said here yet.'
  const command = (name: AppCommand, run: () => void, whyNot: string | null): OpenCommand => {
    return { command: name, run, whyNot: whyNone ?? whyNot }
  }
  return [
    command('pin', () => void rows.pin(row.id, true), isPinned ? 'It is pinned.' : null),
    command('unpin', () => void rows.pin(row.id, false), isPinned ? null : 'It is not pinned.'),
    command('archive', () => void rows.archive(row), row.isArchived ? 'It is archived.' : null),
    command(
      'unarchive',
      () => void rows.unarchive(row),
      row.isArchived ? null : 'It is not archived.',
    ),
    command('delete', () => void rows.remove(row), null),
  ]
}

const ACTION_OF_COMMAND = {
  pin: 'pin',
  unpin: 'pin',
  archive: 'archive',
  unarchive: 'archive',
  delete: 'remove',
} as const satisfies Partial<Record<AppCommand, RowAction>>

/** An item that the menu of the open conversation shares with the menu of its row. */
interface SharedItem {
  readonly action: (typeof ACTION_OF_COMMAND)[keyof typeof ACTION_OF_COMMAND]
  readonly words: string
  readonly run: () => void
}

function isShared(command: AppCommand): command is keyof typeof ACTION_OF_COMMAND {
  return Object.hasOwn(ACTION_OF_COMMAND, command)
}

/** Those that are possible now, in the words of the row's menu. */
export function menuOfRow(
  commands: readonly OpenCommand[],
  row: ConversationSummary,
): readonly SharedItem[] {
  return commands.flatMap(({ command, run, whyNot }) => {
    if (whyNot !== null || !isShared(command)) return []
    const action = ACTION_OF_COMMAND[command]
    return [{ action, words: wordsOfRowAction(action, row), run }]
  })
}

type Reach = Pick<ConversationView, 'network' | 'searchesWeb' | 'webSearch'>

export const NEEDS_SANDBOX = 'Needs a sandbox, which this computer doesn’t have'

/** The commands for the reach of the agent's commands and its model. */
export function reachCommands(
  view: Reach,
  isUnsandboxed: boolean,
  configure: (own: { network: boolean } | { webSearch: boolean }) => void,
): readonly OpenCommand[] {
  const { network, searchesWeb, webSearch } = view
  const whyNoNetwork = isUnsandboxed ? `${NEEDS_SANDBOX}.` : null
  const whyNoSearch = searchesWeb ? null : noteOnWebSearch(view)
  return [
    {
      command: 'networkOn',
      run: () => configure({ network: true }),
      whyNot: whyNoNetwork ?? (network ? 'The network is on.' : null),
    },
    {
      command: 'networkOff',
      run: () => configure({ network: false }),
      whyNot: whyNoNetwork ?? (network ? null : 'The network is off.'),
    },
    {
      command: 'webSearchOn',
      run: () => configure({ webSearch: true }),
      whyNot: webSearch ? 'It is allowed.' : whyNoSearch,
    },
    {
      command: 'webSearchOff',
      run: () => configure({ webSearch: false }),
      whyNot: webSearch ? null : 'It is off.',
    },
  ]
}
