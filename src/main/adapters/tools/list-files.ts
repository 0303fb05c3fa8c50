import { z } from 'zod'
import type { Places } from '../files/places.ts'
import { namesIn, runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { cappedLines, counted, MAX_RESULT_BYTES } from './capped.ts'
import { defineFileTool } from './file-tool.ts'
import { lookAt, stillAt } from './one-place.ts'
import { searchRoot } from './search-root.ts'
import { ABORTED, failedWith, okWith, type Tool } from './tool.ts'
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
      if (root.value.target !== '') return failedWith(`${shown} is a file: read_file reads it.`)
      const walk = await runRipgrep({
        args: ['--files', ...root.value.passOver],
        target: '',
        folder: root.value.folder,
        maxBytes: MAX_NAMES_BYTES,
        limitMs: LIMIT_MS,
        signal,
      })
      if (walk.type === 'aborted') return ABORTED
      if (walk.type === 'failed') return failedWith(walk.reason)
      if (walk.complaint !== '') return failedWith(`${shown} was not listed: ${walk.complaint}`)
      const names = namesIn(walk.output)
      return told(shown, names, depth ?? DEFAULT_DEPTH, walk.cut !== null)
    },
  })
}

function told(
  shown: string,
  names: readonly string[],
  depth: number,
  isCut: boolean,
): ReturnType<typeof okWith> {
  const count = `${isCut ? 'at least ' : ''}${counted(names.length, 'file')}`
  if (names.length === 0) {
    return okWith(`[${shown} holds no file but what git ignores]`, count)
  }
  const prefix = shown === '.' ? '' : `${shown.replace(/\/$/, '')}/`
  const lines = listing(names, depth).map((line) => prefix + line)
  const { leftOut, shown: fitting } = cappedLines(lines, MAX_RESULT_BYTES - 256)
  const more =
    leftOut === 0 ? '' : `; ${counted(leftOut, 'line')} left out: list one folder, or less depth`
  return okWith([...fitting, `[${count} in all${more}]`].join('\n'), count)
}
