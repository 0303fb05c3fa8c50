import { isUtf8 } from 'node:buffer'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import {
  MAX_OWN_COMMANDS,
  MAX_TEMPLATE_BYTES,
  type OwnCommand,
} from '../../../shared/protocol/file-commands.ts'
import { openFile } from '../files/open-file.ts'
import { isInside } from '../system/folders.ts'

/** Where people already have theirs, in a folder and in their home. */
const IN_FOLDER = [
  '.claude/commands',
  '.opencode/command',
  '.opencode/commands',
  '.agents/commands',
]
const IN_HOME = [
  '.claude/commands',
  '.config/opencode/command',
  '.config/opencode/commands',
  '.agents/commands',
]
/** Folders in them become part of the name: `front/test.md` is `front:test`. */
const MAX_DEPTH = 3
/** The limit for the templates of one list together, in bytes. */
const MAX_LIST_BYTES = 512 * 1024
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}$/u
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/

interface Found {
  readonly name: string
  readonly path: string
}

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
    for (const { name, path } of await filesIn(root, place, dataFolder)) {
      if (commands.has(name) || commands.size >= MAX_OWN_COMMANDS) continue
      const text = await textOf(path, Math.min(left, MAX_TEMPLATE_BYTES))
      if (text === null) continue
      left -= Buffer.byteLength(text)
      commands.set(name, { name, origin, ...commandIn(text) })
    }
  }
  return [...commands.values()]
}

/** The content of a file: its description, and the text that the command puts into the message. */
export function commandIn(text: string): Pick<OwnCommand, 'description' | 'template'> {
  const front = FRONT_MATTER.exec(text)
  const template = (front === null ? text : text.slice(front[0].length)).trim()
  return { description: descriptionIn(front?.[1] ?? ''), template }
}

/** Empty if there is none, or it is not YAML. */
function descriptionIn(front: string): string {
  try {
    const fields: unknown = parse(front)
    if (typeof fields !== 'object' || fields === null || !('description' in fields)) return ''
    const { description } = fields
    return typeof description === 'string'
      ? description.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
      : ''
  } catch {
    return ''
  }
}

/** Markdown files below a place, by their names; none if the place does not exist or leads out. */
async function filesIn(root: string, place: string, dataFolder: string): Promise<readonly Found[]> {
  const found: Found[] = []
  try {
    const real = { root: await realpath(root), own: await realpath(dataFolder) }
    const visit = async (path: string, names: readonly string[]): Promise<void> => {
      const here = await realpath(path)
      if (!isInside(here, real.root) || isInside(here, real.own)) return
      const entries = await readdir(here)
      for (const entry of entries.toSorted()) {
        if (found.length >= MAX_OWN_COMMANDS) return
        const name = basename(entry, '.md')
        if (!NAME.test(name)) continue
        if (name !== entry) await addFile(join(here, entry), [...names, name])
        else if (names.length < MAX_DEPTH) await visitFolder(join(here, entry), [...names, name])
      }
    }
    const visitFolder = async (path: string, names: readonly string[]): Promise<void> => {
      try {
        await visit(path, names)
      } catch {
        // Not a folder, or not readable.
      }
    }
    const addFile = async (path: string, names: readonly string[]): Promise<void> => {
      const file = await realpath(path)
      if (isInside(file, real.root) && !isInside(file, real.own))
        found.push({ name: names.join(':'), path: file })
    }
    await visit(join(root, place), [])
  } catch {
    // Missing.
  }
  return found
}

/** Null: it is not a readable text of at most this many bytes. */
async function textOf(path: string, maxBytes: number): Promise<string | null> {
  const file = await openFile({ real: path, shown: path })
  if (!file.ok) return null
  const { handle, stats } = file.value
  try {
    if (stats.size === 0 || stats.size > maxBytes) return null
    const bytes = Buffer.alloc(stats.size)
    const { bytesRead } = await handle.read(bytes, 0, stats.size, 0)
    const read = bytes.subarray(0, bytesRead)
    return isUtf8(read) ? new TextDecoder().decode(read) : null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
