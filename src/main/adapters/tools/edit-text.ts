import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { findText, type Found, type Match } from '../files/find-text.ts'
import { endAt, type LineEnds, withLf } from '../files/line-ends.ts'

interface Edit {
  readonly oldText: string
  readonly newText: string
  readonly everywhere?: boolean | undefined
  readonly ends: LineEnds
  /** The file, for messages. */
  readonly shown: string
}

interface Edited {
  readonly text: string
  /** What was not taken to the letter; null: all was. */
  readonly note: string | null
}

const MAX_NAMED = 10

/** One edit of a text. The error lets the model correct itself. */
export function editText(text: string, edit: Edit): Result<Edited, string> {
  const { everywhere, shown } = edit
  const oldText = withLf(edit.oldText)
  const newText = withLf(edit.newText)
  if (oldText === newText) return failed(`oldText and newText for ${shown} are the same.`)
  const found = findText(text, { oldText, newText })
  if (found.type === 'none') return failed(notFound(shown, found.near))
  const { matches } = found
  const [first] = matches
  if (first === undefined) return failed(notFound(shown, null))
  if (matches.length > 1 && (everywhere !== true || first.likeness !== 'exact')) {
    return failed(ambiguous(shown, matches, everywhere === true))
  }
  return ok({ text: replaced(text, matches, edit.ends), note: noteOn(shown, first) })
}

function replaced(text: string, matches: readonly Match[], ends: LineEnds): string {
  const parts: string[] = []
  let at = 0
  for (const { end, replacement, start } of matches) {
    const fitting =
      ends === 'mixed' ? replacement.replaceAll('\n', endAt(text, start)) : replacement
    parts.push(text.slice(at, start), fitting)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}

function noteOn(shown: string, { likeness, lines }: Match): string | null {
  const where = `${shown}: oldText was taken for ${linesInWords(lines)}`
  switch (likeness) {
    case 'exact':
      return null
    case 'lineEnds':
      return `${where}, which differ from it in white space at the ends of lines.`
    case 'indentation':
      return `${where}, which differ from it in indentation; newText was fitted to the file's.`
    case 'spaces':
      return `${where}, which differ from it in white space; the indentation of newText was fitted to the file's.`
    default:
      return assertNever(likeness)
  }
}

function ambiguous(shown: string, matches: readonly Match[], everywhere: boolean): string {
  const named = matches.slice(0, MAX_NAMED).map(({ lines }) => lines[0])
  const more = matches.length > named.length ? ', …' : ''
  const isExact = matches[0]?.likeness === 'exact'
  const where = `oldText ${isExact ? 'stands' : 'stands, but for white space,'} ${matches.length} times in ${shown}, at lines ${named.join(', ')}${more}.`
  const advice = 'Give more of the lines around it, so that it fits one place'
  if (everywhere)
    return `${where} Give it exactly as it stands: everywhere replaces exact text only.`
  return `${where} ${advice}${isExact ? '; or set everywhere to replace all of them' : ''}.`
}

function notFound(shown: string, near: Extract<Found, { type: 'none' }>['near']): string {
  const read = 'Read the lines with read_file and quote them without their numbers.'
  if (near === null) return `oldText does not stand in ${shown}. ${read}`
  return `oldText does not stand in ${shown}. It is most like the lines from ${near.line} on; line ${near.differs} is the first that differs. ${read}`
}

function linesInWords([first, last]: Match['lines']): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`
}
