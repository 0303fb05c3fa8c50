import * as z from '../../../../shared/schema.ts'
import type { Place, Places } from '../../files/places.ts'
import { namesIn } from '../../ripgrep/names.ts'
import { runRipgrep } from '../../ripgrep/run-ripgrep.ts'
import { cappedLines, counted, MAX_RESULT_BYTES } from '../definition/capped.ts'
import { defineFileTool } from '../definition/file-tool.ts'
import { lookAt } from './one-place.ts'
import { type FolderRoot, shownIn, withFolder } from './search-root.ts'
import { areStillThere } from '../../files/still-there.ts'
import { ABORTED, failedWith, okWith, type Tool, type ToolResult } from '../definition/tool.ts'
import { leftOutBy } from './left-out.ts'
import { listing } from './listing.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const LIMIT_MS = 10_000
const DEFAULT_DEPTH = 3
const MAX_DEPTH = 20
const MAX_NAMES_BYTES = 8 * 1024 * 1024
/** No more fit into a result: each has a name and its end. */
const MAX_LINES = MAX_RESULT_BYTES / 2

const ListFilesInput = z.object({
  path: z.string().optional().describe("The folder to list. Default: the conversation's folder."),
  depth: z
    .number()
    .int()
    .min(1)
    .max(MAX_DEPTH)
    .optional()
    .describe(`How many levels deep to list: 1 to ${MAX_DEPTH}, default ${DEFAULT_DEPTH}.`),
})

const DESCRIPTION = `Lists the files in a folder as sorted paths. Files deeper than depth are counted instead: "src/lib/ (12 files)".

- Files that git ignores and .git itself are left out. Hidden files are included, empty folders are not, and links are not followed.
- To find files by path, use glob; by content, grep. For sizes and dates, use bash (ls -l).
- A result is at most 32 KB. For a large tree, list a single folder or lower depth.`

export function createListFiles(places: Places): Tool {
  return defineFileTool({
    name: 'list_files',
    description: DESCRIPTION,
    input: ListFilesInput,
    otherNames: PATH_NAMES,
    limitMs: () => LIMIT_MS,
    look: ({ path }, folder) =>
      lookAt(places, folder, { path: path ?? '.', subject: path ?? null }),
    run: ({ depth, path }, { folder, signal }, seen) =>
      withFolder(places, { folder, path, seen }, (place, root) =>
        list(root, place, depth ?? DEFAULT_DEPTH, signal),
      ),
  })
}

async function list(
  { folder, exclusions }: FolderRoot,
  place: Place,
  depth: number,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { shown } = place
  const walk = await runRipgrep({
    args: ['--files', ...exclusions],
    folder: folder.heldPath,
    maxBytes: MAX_NAMES_BYTES,
    limitMs: LIMIT_MS,
    signal,
  })
  if (walk.type === 'aborted') return ABORTED
  if (walk.type === 'failed') return failedWith(walk.reason)
  if (walk.complaint !== '') return failedWith(`${shown} was not listed: ${walk.complaint}`)
  const found = await namesIn(walk.output)
  const { names } = found
  const count = `${walk.cut === null ? '' : 'at least '}${counted(names.length, 'file')}`
  if (names.length === 0) {
    const leftOut = leftOutBy(walk, found)
    const except = walk.ignoresNothing ? '' : ' except those that git ignores'
    return okWith(`[${shown} has no files${except}${leftOut}]`, count)
  }
  const { count: lineCount, first: listed } = await listing(names, { depth, most: MAX_LINES })
  const lines = listed.map(({ line }) => shownIn(place, line))
  const { shown: fitting } = cappedLines(lines, MAX_RESULT_BYTES - 256)
  const linesLeft = lineCount - fitting.length
  // A folder on the path may have become a link during ripgrep's walk: a name counts only if the file is really in this
  // folder.
  const still = await areStillThere(folder, listed.slice(0, fitting.length))
  const named = fitting.filter((_, index) => still.are[index])
  const hasUnreadable = walk.hasUnreadable || still.hasUnreadable
  const leftOut = leftOutBy({ ...walk, hasUnreadable }, found)
  const more =
    linesLeft === 0
      ? ''
      : `; ${counted(linesLeft, 'line')} left out: list a single folder, or lower depth`
  return okWith([...named, `[${count} in all${more}${leftOut}]`].join('\n'), count)
}
