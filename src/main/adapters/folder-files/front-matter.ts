import type { loadAll as Load } from 'js-yaml'

/** The longest front matter that is read, in UTF-16 code units: a longer one does not describe a file. */
const MAX_LENGTH = 16 * 1024
/** More aliases than this can only be an attempt to fill the memory. */
const MAX_ALIASES = 20
/** Deeper nesting describes nothing, and a parser calls itself for each level. */
const MAX_DEPTH = 100
const FRONT_MATTER = /^---[^\S\n]*\n(?:([\s\S]*?)\r?\n)??---[^\S\n]*(?:\n|$)/

export interface FrontMatter {
  /** Empty if there are none. Null if they cannot be read. */
  readonly fields: Readonly<Record<string, unknown>> | null
  readonly body: string
}

/** Reads the front matter of a Markdown file. The parser is loaded for the first file that has one. */
export async function frontMatterOf(text: string): Promise<FrontMatter> {
  const { body, front } = frontIn(text)
  return { fields: front === '' ? {} : await fieldsIn(front), body }
}

/** `front` is unparsed; empty if there is none. */
export function frontIn(text: string): { readonly front: string; readonly body: string } {
  const [whole = '', front = ''] = FRONT_MATTER.exec(text) ?? []
  return { front, body: text.slice(whole.length).trim() }
}

async function fieldsIn(front: string): Promise<FrontMatter['fields']> {
  if (front.length > MAX_LENGTH) return null
  const { loadAll } = await import('js-yaml')
  return yamlIn(front, loadAll) ?? yamlIn(front.replaceAll(PLAIN_LINE, quoted), loadAll)
}

function yamlIn(front: string, load: typeof Load): FrontMatter['fields'] {
  try {
    const [fields] = load(front, { maxAliases: MAX_ALIASES, maxDepth: MAX_DEPTH })
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { ...fields }
      : {}
  } catch {
    return null
  }
}

/**
 * Lines that people write as plain text but YAML parses as structure: `description: Use it: always`, `argument-hint: [a]
 * [b]`.
 */
const PLAIN_LINE = /^(description|argument-hint):[^\S\n]+([^\s"'>|].*)$/gm

function quoted(_line: string, name: string, words: string): string {
  return `${name}: ${JSON.stringify(words)}`
}

/** The value of a one-line field; empty if it is missing. */
export function lineIn(fields: FrontMatter['fields'], name: string, maxLength: number): string {
  const value = fields?.[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength).toWellFormed()
}

/** The value of a field that is a list, or names separated by commas; null if it is missing. */
export function namesIn(fields: FrontMatter['fields'], name: string): readonly string[] | null {
  const value = fields?.[name]
  if (typeof value === 'string') return value.split(',').flatMap(nameIn)
  return Array.isArray(value) ? value.flatMap(nameIn) : null
}

function nameIn(value: unknown): readonly string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}
