import type { Theme } from '../shell/theme.ts'
import { type Shortcut, THREAD_SHORTCUTS, WINDOW_SHORTCUTS } from '../shell/shortcuts.ts'

/** A command that a person can choose by name. */
export interface AppCommandWords {
  readonly title: string
  /** Its name after a `/` in the message field; null: none. */
  readonly slash: string | null
}

function ofKey({ does }: Shortcut): AppCommandWords {
  return { title: does, slash: null }
}

/**
 * The table of commands, which the message field and the palette read. The component that carries out a command offers
 * it (`OfferedCommands`).
 */
export const APP_COMMANDS = {
  newConversation: { title: WINDOW_SHORTCUTS.newConversation.does, slash: 'new' },
  newWindow: ofKey(WINDOW_SHORTCUTS.newWindow),
  compact: { title: 'Compact: summarise this conversation to make room', slash: 'compact' },
  model: { title: 'Change the model', slash: 'model' },
  effort: { title: 'Change how hard the model thinks', slash: 'effort' },
  permissions: { title: 'Change the permissions', slash: 'permissions' },
  fork: { title: 'Fork: continue from here in a new conversation', slash: 'fork' },
  export: { title: 'Export this conversation', slash: 'export' },
  import: { title: 'Import a conversation from a file or another program', slash: null },
  undo: { title: 'Undo the edits of the last turn', slash: 'undo' },
  review: { title: 'Review changes', slash: 'changes' },
  browse: { title: 'Browse the folder’s files', slash: 'files' },
  worktree: { title: 'Worktree: merge, keep or discard it', slash: null },
  rename: { title: 'Rename this conversation', slash: 'rename' },
  retitle: { title: 'Generate a new title for this conversation', slash: null },
  pin: { title: 'Pin this conversation', slash: null },
  unpin: { title: 'Unpin this conversation', slash: null },
  archive: { title: 'Archive this conversation', slash: null },
  unarchive: { title: 'Unarchive this conversation', slash: null },
  delete: { title: 'Delete this conversation', slash: null },
  networkOn: { title: 'Turn the network on', slash: null },
  networkOff: { title: 'Turn the network off', slash: null },
  webSearchOn: { title: 'Allow web search by the provider', slash: null },
  webSearchOff: { title: 'Turn off web search by the provider', slash: null },
  budget: { title: 'Change the budget of this conversation', slash: 'budget' },
  systemPrompt: { title: 'Change the system prompt', slash: null },
  diagnostics: { title: 'Save diagnostics', slash: null },
  openInEditor: { title: 'Open the folder in your editor', slash: null },
  openInFileManager: { title: 'Show the folder in the file manager', slash: null },
  openInTerminal: { title: 'Open a terminal in the folder', slash: null },
  copyLink: { title: 'Copy a link to this conversation', slash: null },
  terminal: { title: 'Terminal: show or hide it', slash: 'terminal' },
  newTerminal: { title: 'New terminal in the folder', slash: null },
  copyPath: { title: 'Copy the folder’s path', slash: null },
  back: ofKey(WINDOW_SHORTCUTS.back),
  forward: ofKey(WINDOW_SHORTCUTS.forward),
  openBeside: ofKey(WINDOW_SHORTCUTS.openBeside),
  otherPane: ofKey(WINDOW_SHORTCUTS.otherPane),
  swapPanes: { title: 'Swap the two panes', slash: null },
  closePane: ofKey(WINDOW_SHORTCUTS.closePane),
  inbox: ofKey(WINDOW_SHORTCUTS.inbox),
  find: ofKey(WINDOW_SHORTCUTS.find),
  search: ofKey(WINDOW_SHORTCUTS.search),
  palette: ofKey(WINDOW_SHORTCUTS.palette),
  compactView: { title: 'Density: show less, fold every successful call', slash: null },
  normalView: { title: 'Density: show the usual, fold calls that only read', slash: null },
  verboseView: { title: 'Density: show everything, fold nothing', slash: null },
  systemTheme: { title: 'Use the system’s theme', slash: null },
  lightTheme: { title: 'Use the light theme', slash: null },
  darkTheme: { title: 'Use the dark theme', slash: null },
  lightContrastTheme: { title: 'Use the light theme with high contrast', slash: null },
  darkContrastTheme: { title: 'Use the dark theme with high contrast', slash: null },
  previousPrompt: ofKey(THREAD_SHORTCUTS.previousPrompt),
  nextPrompt: ofKey(THREAD_SHORTCUTS.nextPrompt),
  inspector: ofKey(WINDOW_SHORTCUTS.inspector),
  settings: ofKey(WINDOW_SHORTCUTS.settings),
  shortcuts: ofKey(WINDOW_SHORTCUTS.shortcuts),
  stop: ofKey(WINDOW_SHORTCUTS.stop),
  stopAndSend: ofKey(WINDOW_SHORTCUTS.stopAndSend),
} as const satisfies Record<string, AppCommandWords>

export type AppCommand = keyof typeof APP_COMMANDS

/** In the order of the table. */
export const ALL_COMMANDS = Object.keys(APP_COMMANDS) as readonly AppCommand[]

/** The command for each theme. */
export const COMMAND_OF_THEME = {
  system: 'systemTheme',
  light: 'lightTheme',
  dark: 'darkTheme',
  'contrast-light': 'lightContrastTheme',
  'contrast-dark': 'darkContrastTheme',
} as const satisfies Record<Theme, AppCommand>
