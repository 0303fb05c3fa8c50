import * as z from '../../../../shared/schema.ts'
import type { Place, Places } from '../../files/places.ts'
import { defineFileTool } from '../definition/file-tool.ts'
import { describeFiles, describeLines, NO_MATCH } from './grep-words.ts'
import {
  countMatches,
  type GrepQuery,
  type GrepTarget,
  linesOfPage,
  MAX_SECONDS,
  type MatchCounts,
} from './matches.ts'
import { lookAt } from './one-place.ts'
import { pageFields, pageOf } from './page.ts'
import { MAX_FILE_MB, withRoot } from './search-root.ts'
import {
  ABORTED,
  failedWith,
  okWith,
  timedOutWith,
  type Tool,
  type ToolResult,
} from '../definition/tool.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1_000
const MAX_CONTEXT = 20

const GrepInput = z.object({
  pattern: z
    .string()
    .min(1)
    .max(10_000)
    .refine((pattern) => !/[\n\r\0]/.test(pattern), 'expected one line: search line by line')
    .describe('The regular expression to search for (Rust syntax, as in ripgrep).'),
  path: z
    .string()
    .optional()
    .describe("The folder or file to search. Default: the conversation's folder."),
  glob: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Search only files that match, e.g. "*.ts" or "src/**/*.test.ts"; "!*.md" excludes.'),
  type: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Search only files of this type, as ripgrep names them: ts, py, rust, go, ...'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe(
      'content (default): matching lines with line numbers; files_with_matches: only paths; count: matching lines per file.',
    ),
  context: z
    .number()
    .int()
    .min(0)
    .max(MAX_CONTEXT)
    .optional()
    .describe('With content: how many lines to show before and after each match. Default: 0.'),
  ignore_case: z.boolean().optional().describe('Ignore case. Default: false.'),
  literal: z
    .boolean()
    .optional()
    .describe('Treat the pattern as plain text, not as a regular expression. Default: false.'),
  ...pageFields('matching lines (or files)', { most: MAX_LIMIT, usual: DEFAULT_LIMIT }),
})
type Input = z.infer<typeof GrepInput>

const DESCRIPTION = `Searches the text of files with ripgrep.

- Files that git ignores, .git itself, binary files, files over ${MAX_FILE_MB} MB and files that may hold secrets are skipped. Hidden files are searched.
- Results are sorted by path and cut at limit and at 32 KB; the last line says how many matches there are and which offset shows the rest.
- A search takes at most ${MAX_SECONDS} seconds; narrow it with path, glob or type.
- Prefer this to grep and rg in bash: inside the folder it needs no permission.`

const OTHER_NAMES = {
  ...PATH_NAMES,
  query: 'pattern',
  regex: 'pattern',
  regexp: 'pattern',
  search: 'pattern',
  include: 'glob',
  include_pattern: 'glob',
  '-i': 'ignore_case',
  case_insensitive: 'ignore_case',
  '-C': 'context',
  '-c': 'context',
  context_lines: 'context',
  fixed_strings: 'literal',
  '-F': 'literal',
  head_limit: 'limit',
  max_results: 'limit',
  mode: 'output_mode',
}

export function createGrep(places: Places): Tool {
  return defineFileTool({
    name: 'grep',
    description: DESCRIPTION,
    input: GrepInput,
    otherNames: OTHER_NAMES,
    limitMs: () => MAX_SECONDS * 1_000,
    look: ({ path }, folder) => lookAt(places, folder, { path: path ?? '.', subject: null }),
    run(input, { folder, signal }, seen) {
      const secrets = seen.reach === 'secret' ? 'seen' : 'hidden'
      return withRoot(places, { folder, path: input.path, seen, secrets }, (place, root) =>
        search(input, { place, root }, signal),
      )
    },
  })
}

async function search(input: Input, target: GrepTarget, signal: AbortSignal): Promise<ToolResult> {
  const { context = 0, limit = DEFAULT_LIMIT, offset = 0, output_mode: mode = 'content' } = input
  const query: GrepQuery = {
    pattern: input.pattern,
    isLiteral: input.literal === true,
    ignoresCase: input.ignore_case === true,
    glob: input.glob ?? null,
    fileType: input.type ?? null,
    dueAt: performance.now() + MAX_SECONDS * 1_000,
    signal,
  }
  const counted = await countMatches(query, target)
  if (signal.aborted) return ABORTED
  if (!counted.ok) return failedWith(counted.error)
  const { files, isWhole, leftOut } = counted.value
  if (files.length === 0) {
    return isWhole
      ? okWith(nothing(target.place, counted.value), NO_MATCH)
      : timedOutWith(tooSlow(target.place))
  }
  const whole = { isWhole, leftOut, offset, target }
  if (mode !== 'content') {
    const { text, summary } = describeFiles(files, { ...whole, mode, limit })
    return okWith(text, summary)
  }
  const page = pageOf(files, { limit, offset })
  const lines = await linesOfPage(query, target, page, context)
  if (signal.aborted) return ABORTED
  if (!lines.ok) return failedWith(lines.error)
  const { text, summary } = describeLines(lines.value, files, { ...whole, context })
  return okWith(text, summary)
}

function nothing({ shown }: Place, { ignoresNothing, leftOut }: MatchCounts): string {
  const where = shown === '.' ? 'the folder' : shown
  const ignored = ignoresNothing ? '' : '; files that git ignores were not searched'
  return `[no matches in ${where}${ignored}${leftOut}]`
}

function tooSlow({ shown }: Place): string {
  const where = shown === '.' ? 'the folder' : shown
  return `Nothing was found in ${where} within ${MAX_SECONDS} seconds. Narrow the search with path, glob or type.`
}
