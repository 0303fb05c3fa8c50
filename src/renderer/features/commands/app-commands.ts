import { type Shortcut, WINDOW_SHORTCUTS } from '../shell/shortcuts.ts'

/** What a person can have done by its name. */
export interface AppCommandWords {
  readonly title: string
  /** Its name behind a `/` in the message field; null: it has none. */
  readonly slash: string | null
}

function ofKey({ does }: Shortcut): AppCommandWords {
  return { title: does, slash: null }
}

/** THE table of commands: the message field and the palette read it. Who carries one out offers it (`OfferedCommands`). */
export const APP_COMMANDS = {
  newConversation: { title: WINDOW_SHORTCUTS.newConversation.does, slash: 'new' },
  compact: { title: 'Compact: summarise this conversation to make room', slash: 'compact' },
  model: { title: 'Change the model', slash: 'model' },
  effort: { title: 'Change how hard the model thinks', slash: 'effort' },
  permissions: { title: 'Change the permissions', slash: 'permissions' },
  fork: { title: 'Fork: go on in a new conversation with a summary', slash: 'fork' },
  export: { title: 'Export this conversation', slash: 'export' },
  undo: { title: 'Undo the edits of the last turn', slash: 'undo' },
  rename: { title: 'Rename this conversation', slash: 'rename' },
  systemPrompt: { title: 'Change the system prompt', slash: null },
  diagnostics: { title: 'Save diagnostics', slash: null },
  inbox: ofKey(WINDOW_SHORTCUTS.inbox),
  find: ofKey(WINDOW_SHORTCUTS.find),
  search: ofKey(WINDOW_SHORTCUTS.search),
  palette: ofKey(WINDOW_SHORTCUTS.palette),
  settings: ofKey(WINDOW_SHORTCUTS.settings),
  shortcuts: ofKey(WINDOW_SHORTCUTS.shortcuts),
  stop: ofKey(WINDOW_SHORTCUTS.stop),
  stopAndSend: ofKey(WINDOW_SHORTCUTS.stopAndSend),
} as const satisfies Record<string, AppCommandWords>

export type AppCommand = keyof typeof APP_COMMANDS

/** In the order of the table. */
export const ALL_COMMANDS = Object.keys(APP_COMMANDS) as readonly AppCommand[]
