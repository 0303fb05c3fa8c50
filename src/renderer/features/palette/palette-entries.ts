import type { ConversationSummary } from '../../../shared/conversation/conversation.ts'
import { BestMatches, fuzzyScore } from '../../../shared/search/fuzzy.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { ALL_COMMANDS, APP_COMMANDS, type AppCommand } from '../commands/app-commands.ts'
import { baseName } from '../folder/folder-path.ts'
import { recentFolders } from '../folder/recent-folders.ts'
import { newestOf } from '../list/newest.ts'
import { SETTING_NAMES, type SettingName } from '../settings/setting-names.ts'

/** A target of the palette. */
export type PaletteEntry = {
  readonly title: string
  /** A few words next to it; empty: none. */
  readonly about: string
} & (
  | { readonly type: 'command'; readonly command: AppCommand; readonly whyNot: string | null }
  | { readonly type: 'conversation'; readonly id: ConversationId }
  | { readonly type: 'setting'; readonly name: SettingName }
  | { readonly type: 'folder'; readonly folder: string }
  | { readonly type: 'search'; readonly text: string }
)

export interface PaletteSources {
  readonly conversations: readonly ConversationSummary[]
  readonly whyNot: (command: AppCommand) => string | null
  readonly shownFolder: (folder: string) => string
}

const MOST = 50
/** The most conversations while nothing is typed; they come between commands and settings. */
const MOST_RECENT = 10
/** The most folders. */
const MOST_FOLDERS = 5
/** An exact match of a name comes before all others. */
const EXACT = 100
/** Of equal matches, a command comes first, then a setting. */
const AHEAD = { command: 2, setting: 1, folder: 0.5, conversation: 0, search: 0 } as const

/**
 * The matches for the typed text, best first: those that contain it, or if there are none, its letters; with nothing typed, all commands, the newest conversations, recent
 * folders and all settings. If nothing matches, the search of all conversations.
 */
export function paletteEntries(typed: string, sources: PaletteSources): readonly PaletteEntry[] {
  const commands = commandEntries(sources)
  const settings = SETTING_NAMES.map((name): PaletteEntry => ({
    type: 'setting',
    title: name,
    about: 'Setting',
    name,
  }))
  const folders = recentFolders(sources.conversations).map(({ folder }) =>
    folderEntry(folder, sources),
  )
  if (typed.trim() === '') {
    const rows = newestOf(sources.conversations, MOST_RECENT).map((row) =>
      conversationEntry(row, sources),
    )
    return [...commands, ...rows, ...folders.slice(0, MOST_FOLDERS), ...settings]
  }
  const best = new BestMatches<PaletteEntry>(MOST)
  const scattered = new BestMatches<PaletteEntry>(MOST)
  const add = (entry: PaletteEntry, words: string): void => {
    const score = fuzzyScore(typed, words)
    const isExact = entry.title.toLowerCase() === typed.trim().toLowerCase()
    const ahead = isExact ? EXACT : AHEAD[entry.type]
    const matches = containsAll(words, typed) ? best : scattered
    if (score !== null) matches.add(entry, score + ahead - words.length / 100)
  }
  for (const entry of commands) add(entry, `${entry.title} ${slashOf(entry)}`)
  for (const entry of settings) add(entry, entry.title)
  for (const entry of folders) add(entry, `${entry.title} ${entry.about}`)
  for (const row of sources.conversations) {
    const entry = conversationEntry(row, sources)
    add(entry, `${entry.title} ${entry.about}`)
  }
  const found = best.values.length > 0 ? best.values : scattered.values
  return found.length > 0 ? found : [searchEntry(typed.trim())]
}

/** True if each typed word is there as a whole. Otherwise its letters are only scattered over the text. */
function containsAll(words: string, typed: string): boolean {
  const text = words.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function commandEntries({ whyNot }: PaletteSources): readonly PaletteEntry[] {
  return ALL_COMMANDS.filter((command) => command !== 'palette').map((command) => {
    const { title } = APP_COMMANDS[command]
    const reason = whyNot(command)
    return { type: 'command', title, about: reason ?? '', command, whyNot: reason }
  })
}

function slashOf(entry: PaletteEntry): string {
  return entry.type === 'command' ? (APP_COMMANDS[entry.command].slash ?? '') : ''
}

function folderEntry(folder: string, { shownFolder }: PaletteSources): PaletteEntry {
  const title = `New conversation in ${baseName(folder)}`
  return { type: 'folder', title, about: shownFolder(folder), folder }
}

function searchEntry(text: string): PaletteEntry {
  return { type: 'search', title: `Search all conversations for “${text}”`, about: '', text }
}

function conversationEntry(
  { folder, id, title }: ConversationSummary,
  { shownFolder }: PaletteSources,
): PaletteEntry {
  return { type: 'conversation', title: title || 'Untitled', about: shownFolder(folder), id }
}
