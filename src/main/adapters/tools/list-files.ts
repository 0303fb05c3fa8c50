import { z } from 'zod'
import type { Place, Places } from '../files/places.ts'
import { namesIn, runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { cappedLines, counted, MAX_RESULT_BYTES } from './capped.ts'
import { defineFileTool } from './file-tool.ts'
import { lookAt, stillAt } from './one-place.ts'
import { searchRoot, type SearchRoot, shownIn } from './search-root.ts'
import { standing } from '../files/standing.ts'
import { ABORTED, failedWith, okWith, type Tool, type ToolResult } from './tool.ts'
import { listing } from './listing.ts'

const LIMIT_MS = 10_000
const DEFAULT_DEPTH = 3
const MAX_DEPTH = 20
const MAX_NAMES_BYTES = 8 * 1024 * 1024

const ListFilesInput = z.object({
  path: z
    .string()
    .optional()
    .describe('The folder to list. Left out: the folder of the conversation.'),
  depth: z
    .number()
    .int()
    .min(1)
    .max(MAX_DEPTH)
    .optional()
    .describe(
      `How many levels of folders to open: 1 to ${MAX_DEPTH}, ${DEFAULT_DEPTH} if left out.`,
    ),
})

const DESCRIPTION = `Lists the files of a folder, sorted, each with its path. What lies deeper than depth is counted: "src/lib/ (12 files)".

- What git ignores is left out, and so is .git itself. Hidden files are listed. Empty folders are not shown, links are not followed.
- To find files by their text use keyword_search; for sizes and dates use bash (ls -l).
- A result is at most 32 KB: of a large tree list one folder, or less depth.`

export function createListFiles(places: Places): Tool {
  return defineFileTool({
    name: 'list_files',
    description: DESCRIPTION,
    input: ListFilesInput,
    limitMs: () => LIMIT_MS,
    look: ({ path }, folder) =>
      lookAt(places, folder, { path: path ?? '.', subject: path ?? null }),
    async run({ depth, path }, { folder, signal }, seen) {
      const place = await stillAt(places, folder, path ?? '.', seen)
      if (!place.ok) return failedWith(place.error)
      const root = await searchRoot(places, place.value, 'seen')
      if (!root.ok) return failedWith(root.error)
      const { shown } = place.value
      try {
        if (root.value.type === 'file') return failedWith(`${shown} is a file: read_file reads it.`)
        return await list(root.value, place.value, depth ?? DEFAULT_DEPTH, signal)
      } finally {
        await root.value.close()
      }
    },
  })
}

async function list(
  { folder, passOver }: Extract<SearchRoot, { type: 'folder' }>,
  place: Place,
  depth: number,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { shown } = place
  const walk = await runRipgrep({
    args: ['--files', ...passOver],
    folder: folder.way,
    maxBytes: MAX_NAMES_BYTES,
    limitMs: LIMIT_MS,
    signal,
  })
  if (walk.type === 'aborted') return ABORTED
  if (walk.type === 'failed') return failedWith(walk.reason)
  if (walk.complaint !== '') return failedWith(`${shown} was not listed: ${walk.complaint}`)
  const names = namesIn(walk.output)
  const count = `${walk.cut === null ? '' : 'at least '}${counted(names.length, 'file')}`
  if (names.length === 0) {
    return okWith(`[${shown} holds no file but what git ignores]`, count)
  }
  const listed = listing(names, depth)
  const lines = listed.map(({ line }) => shownIn(place, line))
  const { leftOut, shown: fitting } = cappedLines(lines, MAX_RESULT_BYTES - 256)
  // A folder on the way may have become a link while ripgrep walked through it: what is named has to stand in this one.
  const stands = await standing(folder, listed.slice(0, fitting.length))
  const named = fitting.filter((_, index) => stands[index])
  const more =
    leftOut === 0 ? '' : `; ${counted(leftOut, 'line')} left out: list one folder, or less depth`
  return okWith([...named, `[${count} in all${more}]`].join('\n'), count)
}
