import {
  MAX_OWN_COMMANDS,
  MAX_TEMPLATE_BYTES,
  type OwnCommand,
} from '../../../shared/protocol/file-commands.ts'
import { frontMatterOf, lineIn } from './front-matter.ts'
import { markdownFiles } from './markdown-files.ts'
import { textAt } from './read-text.ts'

/** Where people have them already, in a folder and in their home. */
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
/** What the templates of one list may take together, in bytes. */
const MAX_LIST_BYTES = 512 * 1024
const MAX_DESCRIPTION = 300
const MAX_HINT = 100

export interface OwnCommandsOptions {
  readonly home: string
  /** Phoenix's own: never read. */
  readonly dataFolder: string
}

/**
 * Reads commands that a folder and a person defined as Markdown files. Links are followed only within the folder, or
 * the home; unreadable files are omitted.
 */
export async function ownCommands(
  folder: string,
  { dataFolder, home }: OwnCommandsOptions,
): Promise<readonly OwnCommand[]> {
  const commands = new Map<string, OwnCommand>()
  let left = MAX_LIST_BYTES
  const sources = [
    ...IN_FOLDER.map((place) => ({ origin: 'folder', root: folder, place }) as const),
    ...IN_HOME.map((place) => ({ origin: 'person', root: home, place }) as const),
  ]
  for (const { origin, place, root } of sources) {
    const files = await markdownFiles({ root, place, dataFolder, most: MAX_OWN_COMMANDS })
    for (const { names, real } of files) {
      const name = names.join(':')
      if (commands.has(name) || commands.size >= MAX_OWN_COMMANDS) continue
      const text = await textOf(real, Math.min(left, MAX_TEMPLATE_BYTES))
      if (text === null) continue
      left -= Buffer.byteLength(text)
      commands.set(name, { name, origin, ...(await commandIn(text)) })
    }
  }
  return [...commands.values()]
}

/** What a file says: its description, and the text that the command puts into the message. */
export async function commandIn(
  text: string,
): Promise<Pick<OwnCommand, 'description' | 'argumentHint' | 'template'>> {
  const { body, fields } = await frontMatterOf(text)
  const description = lineIn(fields, 'description', MAX_DESCRIPTION)
  return { description, argumentHint: hintIn(fields?.['argument-hint']), template: body }
}

/** `[file] [words]` is a list for YAML, and a line for people. */
function hintIn(value: unknown): string {
  const line = Array.isArray(value) ? `[${value.join('] [')}]` : value
  return lineIn({ line }, 'line', MAX_HINT)
}

/** Null: it is no readable text of at most so many bytes, or empty. */
async function textOf(path: string, maxBytes: number): Promise<string | null> {
  try {
    const text = await textAt(path, path, maxBytes)
    return text.ok && text.value !== '' ? text.value : null
  } catch {
    return null
  }
}
