import { z } from 'zod'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { wayOf } from '../files/held-folder.ts'
import type { Place, Places } from '../files/places.ts'
import { letInBy, type LetIn, NOTHING_LET_IN } from '../ripgrep/let-in.ts'
import { namesIn, runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { readHits, rankFiles, type Hit } from './search-hits.ts'
import { defineFileTool } from './file-tool.ts'
import { lookAt, stillAt } from './one-place.ts'
import { describeFiles } from './search-words.ts'
import { type Cut, type FoundFiles, NOTHING_TO_CLOSE, openFound } from './found-files.ts'
import { MAX_FILE_MB, searchRoot, type SearchRoot } from './search-root.ts'
import { ABORTED, failedWith, okWith, timedOutWith, type Tool, type ToolResult } from './tool.ts'

const LIMIT_MS = 10_000
/** What of it may go by until it is known what git ignores; then a glob decides alone. */
const LISTING_MS = 3_000
/** What of it the walk may take; the rest is for reading what it found. */
const WALK_MS = 8_000
const MAX_BYTES = 1024 * 1024
const MAX_KEYWORDS = 10
const MAX_LINES_PER_FILE = 200
const MAX_COLUMNS = 400

const Keyword = z
  .string()
  .max(1_000)
  .refine((word) => word.trim() !== '', 'expected a word, got none')
  .refine((word) => !/[\n\r\0]/.test(word), 'one line only: search for the lines one by one')

const KeywordSearchInput = z.object({
  keywords: z
    .array(Keyword)
    .min(1)
    .max(MAX_KEYWORDS)
    .describe('What to look for, each as it stands in the files: words, names, parts of lines.'),
  path: z
    .string()
    .optional()
    .describe('A folder or a file to search. Left out: the folder of the conversation.'),
  glob: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only files that fit, as "*.ts" or "src/**/*.test.ts"; "!*.md" leaves files out.'),
  regex: z
    .boolean()
    .optional()
    .describe('Keywords are regular expressions (Rust syntax, as ripgrep). Left out: plain text.'),
  caseSensitive: z.boolean().optional().describe('Left out: upper and lower case are the same.'),
})
type Input = z.infer<typeof KeywordSearchInput>

const DESCRIPTION = `Searches the text of files and shows the lines that hold a keyword, with their numbers.

- Give all words that may stand in the place you look for: files that hold more of the different keywords come first.
- What git ignores, .git itself, binaries, files of more than ${MAX_FILE_MB} MB and those that may hold secrets are passed over. Hidden files are searched.
- At most 10 seconds, 5 lines a file and 32 KB come back; narrow it down with path and glob. Read around a line with read_file.
- Prefer this to grep and find: it is faster, and inside the folder nobody has to be asked for it.`

export function createKeywordSearch(places: Places): Tool {
  return defineFileTool({
    name: 'keyword_search',
    description: DESCRIPTION,
    input: KeywordSearchInput,
    limitMs: () => LIMIT_MS,
    look: ({ path }, folder) => lookAt(places, folder, { path: path ?? '.', subject: null }),
    async run(input, { folder, signal }, seen) {
      const place = await stillAt(places, folder, input.path ?? '.', seen)
      if (!place.ok) return failedWith(place.error)
      const isAskedFor = place.value.reach === 'secret'
      const root = await searchRoot(places, place.value, isAskedFor ? 'seen' : 'hidden')
      if (!root.ok) return failedWith(root.error)
      try {
        return await search(input, place.value, root.value, signal)
      } finally {
        await root.value.close()
      }
    },
  })
}

async function search(
  input: Input,
  place: Place,
  root: SearchRoot,
  signal: AbortSignal,
): Promise<ToolResult> {
  const due = performance.now() + LIMIT_MS
  const found = await filesToSearch(input, place, root, signal)
  if (signal.aborted) return ABORTED
  if (!found.ok) return failedWith(found.error)
  try {
    const read = await readFound(input, found.value.files, due, signal)
    if (read === null) return ABORTED
    if (!read.ok) return failedWith(read.error)
    const files = rankFiles(read.value.hits)
    const cut = found.value.cut ?? read.value.cut
    const said = { keywords: input.keywords, cut, where: place.shown }
    const { summary, text } = describeFiles(files, said)
    if (cut === 'time' && files.length === 0) return timedOutWith(text)
    return okWith(text, summary)
  } finally {
    await found.value.close()
  }
}

/** What holds a keyword, opened one by one: a folder on the way may have become a link while ripgrep walked through it. */
async function filesToSearch(
  input: Input,
  place: Place,
  root: SearchRoot,
  signal: AbortSignal,
): Promise<Result<FoundFiles, string>> {
  if (root.type === 'file') {
    const path = wayOf(root.file.handle, place.real)
    return ok({ files: new Map([[path, place.shown]]), cut: null, close: NOTHING_TO_CLOSE })
  }
  const { folder, passOver } = root
  const letIn = await letInTo(input, root, signal)
  const walk = await runRipgrep({
    args: [...namingArgs(input), ...passOver, ...letIn.passOver],
    folder: folder.way,
    maxBytes: MAX_BYTES,
    limitMs: WALK_MS,
    signal,
  })
  if (walk.type === 'aborted') return failed('')
  if (walk.type === 'failed') return failed(walk.reason)
  if (walk.complaint !== '') return failed(`Not searched: ${walk.complaint}`)
  const names = namesIn(walk.output).filter((name) => !letIn.holds(name))
  const found = await openFound(names, place, folder)
  return ok({ ...found, cut: walk.cut ?? found.cut })
}

/** The lines of files that are open. Null: stopped. */
async function readFound(
  input: Input,
  files: FoundFiles['files'],
  due: number,
  signal: AbortSignal,
): Promise<Result<{ readonly hits: readonly Hit[]; readonly cut: Cut }, string> | null> {
  const { caseSensitive, keywords, regex } = input
  if (files.size === 0) return ok({ hits: [], cut: null })
  // Which expression fits a line only ripgrep can tell; one of ours could take for ever over it.
  const groups = regex === true ? keywords.map((keyword) => [keyword]) : [keywords]
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const limitMs = Math.max(1, due - performance.now())
  const reads = groups.map((patterns) =>
    runRipgrep({
      args: readingArgs(input, patterns),
      files: [...files.keys()],
      folder: '/',
      maxBytes: MAX_BYTES,
      limitMs,
      signal: either,
    }),
  )
  const outcomes = await Promise.all(reads).finally(() => stop.abort())
  if (signal.aborted) return null
  const hits: Hit[] = []
  let cut: Cut = null
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.type === 'aborted') return null
    if (outcome.type === 'failed') return failed(outcome.reason)
    if (outcome.complaint !== '') return failed(`Not searched: ${outcome.complaint}`)
    cut ??= outcome.cut
    const words = groups[index] ?? []
    const how = regex === true ? 'expression' : caseSensitive === true ? 'exact' : 'anyCase'
    hits.push(...readHits(outcome.output, words, how))
  }
  return ok({ hits: hits.map((hit) => ({ ...hit, path: files.get(hit.path) ?? '' })), cut })
}

async function letInTo(
  { glob }: Input,
  { folder, passOver }: Extract<SearchRoot, { type: 'folder' }>,
  signal: AbortSignal,
): Promise<LetIn> {
  if (glob === undefined) return NOTHING_LET_IN
  return letInBy(glob, { args: passOver, folder: folder.way, limitMs: LISTING_MS, signal })
}

function namingArgs(input: Input): readonly string[] {
  const { glob, keywords } = input
  return [
    ...matchingArgs(input, keywords),
    '--files-with-matches',
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
  ]
}

function readingArgs(input: Input, patterns: readonly string[]): readonly string[] {
  return [
    ...matchingArgs(input, patterns),
    '--line-number',
    '--with-filename',
    '--no-heading',
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    `--max-count=${MAX_LINES_PER_FILE}`,
  ]
}

function matchingArgs({ caseSensitive, regex }: Input, patterns: readonly string[]): string[] {
  return [
    ...patterns.map((pattern) => `--regexp=${pattern}`),
    `--max-filesize=${MAX_FILE_MB}M`,
    caseSensitive === true ? '--case-sensitive' : '--ignore-case',
    ...(regex === true ? [] : ['--fixed-strings']),
  ]
}
