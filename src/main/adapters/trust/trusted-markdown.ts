import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import { lineIn, type FrontMatter, frontMatterOf } from '../folder-files/front-matter.ts'
import { type FoundFile, markdownFiles } from '../folder-files/markdown-files.ts'
import { textAt } from '../folder-files/read-text.ts'
import { faultCode } from '../system/file-fault.ts'
import { NEVER, within } from '../system/within.ts'
import type { TrustStatus, TrustView } from '../../../shared/trust.ts'
import { type FolderTrust, hashOfText } from './folder-trust.ts'
import { trustedPlaces } from './trusted-places.ts'

/** The limits for the number of files of one kind, and for the bytes of each. */
const MOST_FILES = 100
const MAX_BYTES = 128 * 1024
/** The limit for a description, which models read. */
const MAX_DESCRIPTION = 1_024
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,63}$/u
const READ_MS = 2_000

export interface MarkdownPlaces {
  readonly home: string
  /** Phoenix's own: nothing in it is read. */
  readonly dataFolder: string
  readonly trust: Pick<FolderTrust, 'statusOf' | 'trustOf'>
  readonly absent?: AbsentPlaces
}

interface Wanted {
  readonly kind: 'skill' | 'agent'
  readonly inHome: readonly string[]
  readonly inFolder: readonly string[]
  readonly wants: (name: string) => boolean
  /** The name of a file that does not give one. */
  readonly nameOf: (file: FoundFile) => string
  /** Reserved names. */
  readonly reservedNames: readonly string[]
}

/** A Markdown file with text for models. */
export interface TrustedMarkdown {
  readonly name: string
  readonly description: string
  readonly fields: FrontMatter['fields']
  readonly body: string
  /** Its real path. */
  readonly real: string
  readonly origin: TrustView['origin']
  readonly problems: TrustView['problems']
  /** True if it is complete, and is the user's own or has been allowed. */
  readonly isUsable: boolean
  /** The file as people see it, with its changes; computed only when shown. */
  readonly view: () => TrustView
}

/**
 * The skills or agents that apply in a folder: the user's own first, so a folder's cannot take their names. Each unusable
 * one says why. Never rejects.
 */
export async function trustedMarkdown(
  folder: string,
  wanted: Wanted,
  { absent, dataFolder, home, trust }: MarkdownPlaces,
): Promise<readonly TrustedMarkdown[]> {
  const places = trustedPlaces({ folder, home }, wanted)
  const found: TrustedMarkdown[] = []
  const usedNames = new Set(wanted.reservedNames)
  const bounds = { dataFolder, wants: wanted.wants, most: MOST_FILES, ...(absent && { absent }) }
  const listed = await Promise.all(
    places.map(async ({ origin, place, root }) => {
      const files = await markdownFiles({ ...bounds, root, place })
      return { files, origin, root }
    }),
  )
  const all = listed.flatMap(({ files, origin, root }) => {
    return files.map((file) => ({ file, origin, root }))
  })
  // In parallel: a disk that does not answer is waited for once, not once per file.
  const readFiles = await Promise.all(
    all.slice(0, MOST_FILES).map(async (each) => ({ ...each, read: await readOne(each.file) })),
  )
  for (const { file, origin, read, root } of readFiles) {
    const { body, fields } = await frontMatterOf(read.text)
    const name = lineIn(fields, 'name', 200) || wanted.nameOf(file)
    const description = lineIn(fields, 'description', MAX_DESCRIPTION)
    const problem = read.problem ?? problemOf({ name, description, fields, usedNames })
    const hash = hashOfText(read.text)
    const { text } = read
    const { kind } = wanted
    const what = { folder: root, kind, name: file.path } as const
    const isAllowed = origin === 'person' || trust.trustOf(what, hash) === 'allowed'
    const problems = problem === null ? [] : [problem]
    const path = origin === 'person' ? `~/${file.path}` : file.path
    const about = { kind, name: file.path, title: name, path, origin } as const
    const status = (): TrustStatus =>
      origin === 'person'
        ? { trust: 'allowed', difference: null }
        : trust.statusOf(what, { hash, text })
    const view = (): TrustView => ({ ...about, hash, text, problems, ...status() })
    if (problem === null) usedNames.add(name)
    const isUsable = problem === null && isAllowed
    const words = { name, description, fields, body, real: file.real }
    found.push({ ...words, origin, problems, isUsable, view })
  }
  return found
}

interface ReadText {
  readonly text: string
  readonly problem: string | null
}

async function readOne({ path, real }: FoundFile): Promise<ReadText> {
  try {
    const read = await within(textAt(real, path, MAX_BYTES), READ_MS, NEVER)
    if (read.type !== 'done') return { text: '', problem: 'It could not be read in time.' }
    return read.value.ok
      ? { text: read.value.value, problem: null }
      : { text: '', problem: read.value.error }
  } catch (error) {
    return { text: '', problem: `It could not be read (${faultCode(error)}).` }
  }
}

function problemOf({
  description,
  fields,
  name,
  usedNames,
}: Pick<TrustedMarkdown, 'name' | 'description' | 'fields'> & {
  readonly usedNames: ReadonlySet<string>
}): string | null {
  if (fields === null) return 'The text between its --- lines is not valid YAML.'
  if (!NAME.test(name)) return 'Its name cannot be used: letters, digits, hyphens, at most 64.'
  if (description === '') return 'It has no description, so its purpose is unknown.'
  return usedNames.has(name) ? `Another ${name} takes precedence over it.` : null
}
