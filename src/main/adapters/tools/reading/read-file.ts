import * as z from '../../../../shared/schema.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { READ_FILE } from '../../../core/request/context-shares.ts'
import type { UnsavedAt, UnsavedText } from '../../edits/unsaved-text.ts'
import { nameOfEncoding } from '../../files/encoding.ts'
import { openFile } from '../../files/open-file.ts'
import type { Place, Places } from '../../files/places.ts'
import { type LinesRead, type LinesWanted, readLines } from '../../files/read-lines.ts'
import { kindOfFile } from '../../images/file-kind.ts'
import { AwakeLimit } from '../../system/awake-limit.ts'
import { fileFault } from '../../system/file-fault.ts'
import { systemTimers } from '../../system/system-clock.ts'
import { counted, inKilobytes, MAX_RESULT_BYTES } from '../definition/capped.ts'
import { defineFileTool } from '../definition/file-tool.ts'
import { lookAt, stillAt } from './one-place.ts'
import { type PictureOptions, readPicture } from './read-picture.ts'
import { comparedText, withUnsaved } from './read-unsaved.ts'
import {
  ABORTED,
  failedWith,
  okWith,
  timedOutWith,
  type Tool,
  type ToolResult,
} from '../definition/tool.ts'
import { PATH_NAMES } from '../definition/usual-input.ts'

const LIMIT_MS = 10_000
/** Reserved for the text after the lines. */
const FOOTER_BYTES = 512
const NOTHING_UNSAVED = { type: 'nothing' } as const
const DEFAULT_LINES = 1_000
const MAX_LINES = 5_000

const ReadFileInput = z.object({
  path: z.string().describe("The file: absolute, or relative to the conversation's folder."),
  offset: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The first line to read, counting from 1. Default: 1.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe(`How many lines to read: 1 to ${MAX_LINES}, default ${DEFAULT_LINES}.`),
})

const DESCRIPTION = `Reads a file. Text comes back with each line prefixed by its number and a tab; these are not part of the file, so leave them out when you quote a line in an edit.

- A call returns at most 32 KB; the last line says whether the file continues and the offset to continue from. For a long file, read only the part you need; use grep to find it.
- Lines over 2,000 characters are cut and marked as such.
- UTF-8, UTF-16 and Latin-1 are read as text. Images (PNG, JPEG, WebP, GIF, AVIF, TIFF) are shown to you, scaled down to at most 1568 pixels per side; offset and limit do not apply.
- Other files (archives, programs, PDF), folders, pipes and devices are refused.
- Prefer this to cat, head, tail and sed: inside the folder it needs no permission.`

const OTHER_NAMES = {
  ...PATH_NAMES,
  from_line: 'offset',
  start_line: 'offset',
  line_offset: 'offset',
  lines: 'limit',
  line_count: 'limit',
  max_lines: 'limit',
}

export interface ReadOptions extends PictureOptions {
  /** Default: no editor is asked. */
  readonly unsaved?: Pick<UnsavedText, 'of'>
}

export function createReadFile(places: Places, options: ReadOptions): Tool {
  return defineFileTool({
    name: READ_FILE,
    description: DESCRIPTION,
    input: ReadFileInput,
    otherNames: OTHER_NAMES,
    limitMs: () => LIMIT_MS,
    look: ({ path }, folder) => lookAt(places, folder, { path, subject: path }),
    touched: ({ real }) => [real],
    async run({ limit, offset, path }, run, seen) {
      const place = await stillAt(places, run.folder, path, seen)
      if (!place.ok) return failedWith(place.error)
      const maxBytes = MAX_RESULT_BYTES - FOOTER_BYTES
      const wanted = { from: offset ?? 1, count: limit ?? DEFAULT_LINES, maxBytes }
      return readPlace(place.value, wanted, options, run)
    },
  })
}

async function readPlace(
  place: Place,
  wanted: LinesWanted,
  options: ReadOptions,
  run: UnsavedAt,
): Promise<ToolResult> {
  const stop = run.signal
  const file = await openFile(place)
  if (!file.ok) return failedWith(file.error)
  const { handle, stats } = file.value
  const startedAt = systemTimers.awake()
  using limit = new AwakeLimit(LIMIT_MS)
  const signal = AbortSignal.any([stop, limit.over])
  try {
    const read = await readLines(handle, wanted, signal)
    switch (read.type) {
      case 'aborted':
        return stop.aborted ? ABORTED : timedOutWith(`${place.shown} ${TOO_SLOW}`)
      case 'noText': {
        if (!isPicture(read.start)) return failedWith(noText(place, read.start, stats.size))
        const limitMs = LIMIT_MS - (systemTimers.awake() - startedAt)
        const seen = await readPicture(place, file.value, options, { limitMs, signal: stop })
        return seen ?? timedOutWith(`${place.shown} ${TOO_LARGE}`)
      }
      case 'lines': {
        const onDisk = (): Promise<string | null> => comparedText(handle, stats)
        const unsaved = (await options.unsaved?.of(place, run, onDisk)) ?? NOTHING_UNSAVED
        if (unsaved.type === 'aborted') return ABORTED
        const shown = withUnsaved(read, unsaved, wanted)
        return resultOf(place, shown, wanted.from, stats.size)
      }
      default:
        return assertNever(read)
    }
  } catch (error) {
    return failedWith(`${place.shown} cannot be read: ${fileFault(error)}.`)
  } finally {
    await handle.close()
  }
}

const TOO_SLOW =
  'could not be read that far within 10 seconds. Read part of it with bash (tail, sed -n), or search it.'

const TOO_LARGE =
  'could not be shown within 10 seconds. Make a smaller copy with bash and read that.'

/** Decides by the first bytes, whatever the file's name. If it cannot be shown, preparing it reports that. */
function isPicture(start: Buffer): boolean {
  const kind = kindOfFile(start)
  return kind !== 'unknown' && kind !== 'text' && kind !== 'pdf'
}

function noText(place: Place, start: Buffer, size: number): string {
  const what = `${place.shown} (${inKilobytes(size)})`
  return kindOfFile(start) === 'pdf'
    ? `${what} is a PDF. Convert it to text with bash, for example with pdftotext.`
    : `${what} is not text. Use bash (file, xxd, strings) to find out what it is.`
}

function resultOf(
  place: Place,
  { note, read }: ReturnType<typeof withUnsaved>,
  from: number,
  size: number,
): ToolResult {
  const { lines, total } = read
  const numbered = lines.map((line, index) => `${from + index}\t${line}`)
  const notes = [footer(place, read, from, size), ...(note === null ? [] : [note])]
  const text = [...numbered, ...notes.map((each) => `[${each}]`)].join('\n')
  if (lines.length === 0 && total !== null && total > 0) {
    return failedWith(`${place.shown} has only ${counted(total, 'line')}.`)
  }
  return okWith(text, counted(lines.length, 'line'))
}

function footer(place: Place, read: LinesRead, from: number, size: number): string {
  const { form, hasCrlf, lines, total } = read
  if (total === 0) return `${place.shown} is empty`
  const odd = [
    ...(form.encoding === 'utf8' ? [] : [nameOfEncoding(form.encoding)]),
    ...(hasCrlf ? ['lines end in CRLF'] : []),
  ]
  const how = odd.length === 0 ? '' : `; ${odd.join(', ')}`
  const end = from + lines.length
  return total === null
    ? `the file continues (${inKilobytes(size)} in all): continue with offset ${end}${how}`
    : `end of the file: ${counted(total, 'line')}${how}`
}
