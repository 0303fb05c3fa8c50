import {
  MAX_OWN_COMMANDS,
  MAX_TEMPLATE_BYTES,
  type OwnCommand,
} from '../../../shared/protocol/file-commands.ts'
import type { TrustView } from '../../../shared/trust.ts'
import { frontMatterOf, lineIn } from '../folder-files/front-matter.ts'
import { markdownFiles } from '../folder-files/markdown-files.ts'
import { textAt } from '../folder-files/read-text.ts'
import { hashOfText } from '../trust/folder-trust.ts'
import type { MarkdownPlaces } from '../trust/trusted-markdown.ts'
import { trustedPlaces } from '../trust/trusted-places.ts'

/** The folders in which people already keep commands: in a folder and in their home. */
const IN_FOLDER = [
  '.claude/commands',
  '.opencode/command',
  '.opencode/commands',
  '.agents/commands',
]
const IN_HOME = [
  '.config/phoenix/commands',
  '.claude/commands',
  '.config/opencode/command',
  '.config/opencode/commands',
  '.agents/commands',
]
/** The limit for the templates of one list together, in bytes. */
const MAX_LIST_BYTES = 512 * 1024
const MAX_DESCRIPTION = 300
const MAX_HINT = 100

interface CommandFile {
  readonly command: OwnCommand
  readonly view: () => TrustView
}

/**
 * The commands of a folder and of the user. If names are equal, the folder's counts, provided it is allowed; one that is not
 * allowed comes without its text: an editor would send it unread (docs/decisions/145).
 */
export async function ownCommands(
  folder: string,
  places: MarkdownPlaces,
): Promise<readonly OwnCommand[]> {
  const commands = new Map<string, OwnCommand>()
  for (const { command } of await commandFiles(folder, places)) {
    const before = commands.get(command.name)
    if (before === undefined || (command.isAllowed && !before.isAllowed))
      commands.set(command.name, command)
  }
  return [...commands.values()]
}

/** The folder's commands, as shown to the user for approval. */
export async function commandViews(
  folder: string,
  places: MarkdownPlaces,
): Promise<readonly TrustView[]> {
  const files = await commandFiles(folder, places)
  return files.map(({ view }) => view()).filter(({ origin }) => origin === 'folder')
}

/** The commands of a folder and of the user, the folder's first. */
async function commandFiles(
  folder: string,
  places: MarkdownPlaces,
): Promise<readonly CommandFile[]> {
  const found = await readCommands(folder, places)
  return found.toSorted((one, two) => one.command.origin.localeCompare(two.command.origin))
}

/**
 * Reads the Markdown files with commands: the user's own first, for which a folder must leave room. Links are followed only
 * within the folder, or the home; unreadable files are omitted.
 */
async function readCommands(
  folder: string,
  { absent, dataFolder, home, trust }: MarkdownPlaces,
): Promise<readonly CommandFile[]> {
  const found: CommandFile[] = []
  let left = MAX_LIST_BYTES
  const sources = trustedPlaces({ folder, home }, { inFolder: IN_FOLDER, inHome: IN_HOME })
  const bounds = { dataFolder, most: MAX_OWN_COMMANDS, ...(absent && { absent }) }
  for (const { origin, place, root } of sources) {
    for (const { names, path, real } of await markdownFiles({ ...bounds, root, place })) {
      if (found.length >= MAX_OWN_COMMANDS) return found
      const text = await textOf(real, Math.min(left, MAX_TEMPLATE_BYTES))
      if (text === null) continue
      left -= Buffer.byteLength(text)
      const name = names.join(':')
      const hash = hashOfText(text)
      const what = { folder: root, kind: 'command', name: path } as const
      const isAllowed = origin === 'person' || trust.trustOf(what, hash) === 'allowed'
      const about = { kind: 'command', name: path, title: `/${name}`, path, origin } as const
      const view = (): TrustView => {
        const status = trust.statusOf(what, { hash, text })
        return { ...about, hash, text, problems: [], ...status }
      }
      const words = await commandIn(text)
      const template = isAllowed ? words.template : ''
      found.push({ command: { name, origin, isAllowed, ...words, template }, view })
    }
  }
  return found
}

/** Reads a file: its description, and the text that the command puts into the message. */
export async function commandIn(
  text: string,
): Promise<Pick<OwnCommand, 'description' | 'argumentHint' | 'template'>> {
  const { body, fields } = await frontMatterOf(text)
  const description = lineIn(fields, 'description', MAX_DESCRIPTION)
  return { description, argumentHint: hintIn(fields?.['argument-hint']), template: body }
}

/** `[file] [words]` is a list in YAML, but meant as a line. */
function hintIn(value: unknown): string {
  const line = Array.isArray(value) ? `[${value.join('] [')}]` : value
  return lineIn({ line }, 'line', MAX_HINT)
}

/** Null if it is empty, or not readable text of at most `maxBytes`. */
async function textOf(path: string, maxBytes: number): Promise<string | null> {
  try {
    const text = await textAt(path, path, maxBytes)
    return text.ok && text.value !== '' ? text.value : null
  } catch {
    return null
  }
}
