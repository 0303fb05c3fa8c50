import { z } from 'zod'
import type { Place, Places } from '../files/places.ts'
import { letInBy, type LetIn, NOTHING_LET_IN } from '../ripgrep/let-in.ts'
import { type RipgrepRequest, runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { readHits, rankFiles, type Hit } from './search-hits.ts'
import { defineFileTool } from './file-tool.ts'
import { lookAt, stillAt } from './one-place.ts'
import { describeFiles } from './search-words.ts'
import { MAX_FILE_MB, searchRoot, shownAt, type SearchRoot } from './search-root.ts'
import { ABORTED, failedWith, okWith, timedOutWith, type Tool, type ToolResult } from './tool.ts'

const LIMIT_MS = 10_000
/** What of it may go by until it is known what git ignores; then a glob decides alone. */
const LISTING_MS = 3_000
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
      return search(input, place.value, root.value, signal)
    },
  })
}

async function search(
  input: Input,
  place: Place,
  root: SearchRoot,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { caseSensitive, keywords, regex } = input
  const due = performance.now() + LIMIT_MS
  const letIn = await letInTo(input, root, signal)
  const narrowed = { ...root, passOver: [...root.passOver, ...letIn.passOver] }
  const limitMs = Math.max(1, due - performance.now())
  // Which expression fits a line only ripgrep can tell; one of ours could take for ever over it.
  const groups = regex === true ? keywords.map((keyword) => [keyword]) : [keywords]
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const walks = groups.map((patterns) =>
    runRipgrep({ ...request(input, patterns, narrowed), limitMs, signal: either }),
  )
  const outcomes = await Promise.all(walks).finally(() => stop.abort())
  if (signal.aborted) return ABORTED
  const hits: Hit[] = []
  let cut: 'size' | 'time' | null = null
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.type === 'aborted') return ABORTED
    if (outcome.type === 'failed') return failedWith(outcome.reason)
    if (outcome.complaint !== '') return failedWith(`Not searched: ${outcome.complaint}`)
    cut ??= outcome.cut
    const words = groups[index] ?? []
    const how = regex === true ? 'expression' : caseSensitive === true ? 'exact' : 'anyCase'
    hits.push(...readHits(outcome.output, words, how))
  }
  const ranked = rankFiles(hits.filter(({ path }) => !letIn.holds(path)))
  const files = ranked.map((file) => ({ ...file, path: shownAt(place, root, file.path) }))
  const { summary, text } = describeFiles(files, { keywords, cut, where: place.shown })
  if (cut === 'time' && files.length === 0) return timedOutWith(text)
  return okWith(text, summary)
}

async function letInTo({ glob }: Input, root: SearchRoot, signal: AbortSignal): Promise<LetIn> {
  const { folder, passOver, target } = root
  if (glob === undefined || target !== '') return NOTHING_LET_IN
  return letInBy(glob, { args: passOver, folder, limitMs: LISTING_MS, signal })
}

function request(
  { caseSensitive, glob, regex }: Input,
  patterns: readonly string[],
  { folder, passOver, target }: SearchRoot,
): Omit<RipgrepRequest, 'limitMs' | 'signal'> {
  const args = [
    ...patterns.map((pattern) => `--regexp=${pattern}`),
    '--line-number',
    '--with-filename',
    '--no-heading',
    `--max-filesize=${MAX_FILE_MB}M`,
    `--max-columns=${MAX_COLUMNS}`,
    '--max-columns-preview',
    `--max-count=${MAX_LINES_PER_FILE}`,
    caseSensitive === true ? '--case-sensitive' : '--ignore-case',
    ...(regex === true ? [] : ['--fixed-strings']),
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    ...passOver,
  ]
  return { args, target, folder, maxBytes: MAX_BYTES }
}
