import * as z from '../../../../shared/schema.ts'
import { areStillThere } from '../../files/still-there.ts'
import type { Place, Places } from '../../files/places.ts'
import { reincludedBy } from '../../ripgrep/reincluded-files.ts'
import { namesIn } from '../../ripgrep/names.ts'
import { runRipgrep } from '../../ripgrep/run-ripgrep.ts'
import { byCodeUnits, firstInOrder } from '../../system/in-slices.ts'
import { cappedLines, counted, MAX_RESULT_BYTES } from '../definition/capped.ts'
import { defineFileTool } from '../definition/file-tool.ts'
import { leftOutBy } from './left-out.ts'
import { lookAt } from './one-place.ts'
import { pageFields } from './page.ts'
import { type FolderRoot, shownIn, withFolder } from './search-root.ts'
import { ABORTED, failedWith, okWith, type Tool, type ToolResult } from '../definition/tool.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const LIMIT_MS = 10_000
/** How long finding out what git ignores may take (ms); then only the pattern decides. */
const LISTING_MS = 5_000
const MAX_NAMES_BYTES = 8 * 1024 * 1024
const DEFAULT_LIMIT = 200
const MAX_LIMIT = 2_000

const GlobInput = z.object({
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .describe('The glob pattern that paths must match, e.g. "**/*.test.ts" or "src/*.{ts,tsx}".'),
  path: z.string().optional().describe("The folder to search. Default: the conversation's folder."),
  ...pageFields('paths', { most: MAX_LIMIT, usual: DEFAULT_LIMIT }),
})

const DESCRIPTION = `Finds files by their path and returns the paths, sorted.

- A pattern without a slash matches file names at any depth; one with a slash matches paths relative to the searched folder.
- Files that git ignores and .git itself are left out. Hidden files are included, and links are not followed.
- To find files by content, use grep; to see how a folder is laid out, list_files.`

const OTHER_NAMES = {
  ...PATH_NAMES,
  glob: 'pattern',
  glob_pattern: 'pattern',
  query: 'pattern',
  head_limit: 'limit',
  max_results: 'limit',
}

export function createGlob(places: Places): Tool {
  return defineFileTool({
    name: 'glob',
    description: DESCRIPTION,
    input: GlobInput,
    otherNames: OTHER_NAMES,
    limitMs: () => LIMIT_MS,
    look: ({ path }, folder) => lookAt(places, folder, { path: path ?? '.', subject: null }),
    run: (input, { folder, signal }, seen) =>
      withFolder(places, { folder, path: input.path, seen }, (place, root) =>
        find(input, place, root, signal),
      ),
  })
}

async function find(
  { limit = DEFAULT_LIMIT, offset = 0, pattern }: z.infer<typeof GlobInput>,
  place: Place,
  { folder, exclusions }: FolderRoot,
  signal: AbortSignal,
): Promise<ToolResult> {
  const where = { args: exclusions, folder: folder.heldPath, limitMs: LISTING_MS, signal }
  const reincluded = await reincludedBy(pattern, where)
  const walk = await runRipgrep({
    args: ['--files', `--glob=${pattern}`, ...exclusions, ...reincluded.exclusions],
    folder: folder.heldPath,
    maxBytes: MAX_NAMES_BYTES,
    limitMs: LIMIT_MS,
    signal,
  })
  if (walk.type === 'aborted') return ABORTED
  if (walk.type === 'failed') return failedWith(walk.reason)
  if (walk.complaint !== '') return failedWith(`Not searched: ${walk.complaint}`)
  const found = await namesIn(walk.output, (name) => !reincluded.holds(name))
  const { names } = found
  const total = `${walk.cut === null ? '' : 'at least '}${counted(names.length, 'file')}`
  const first = await firstInOrder(names, offset + limit, byCodeUnits)
  const page = first.slice(offset)
  // A folder on the path may have become a link during ripgrep's walk: a name counts only if the file is really in this
  // folder.
  const still = await areStillThere(
    folder,
    page.map((path) => ({ path, isFolder: false })),
  )
  const lines = page.map((name) => shownIn(place, name))
  const { shown } = cappedLines(lines, MAX_RESULT_BYTES - 256)
  const named = shown.filter((_, index) => still.are[index])
  const hasUnreadable = walk.hasUnreadable || still.hasUnreadable
  const last = offset + shown.length
  const more = last < names.length ? `; for more, set offset to ${last}` : ''
  return okWith(
    [
      ...named,
      `[${total} match${names.length === 1 ? 'es' : ''}${more}${leftOutBy({ ...walk, hasUnreadable }, found)}]`,
    ].join('\n'),
    total,
  )
}
