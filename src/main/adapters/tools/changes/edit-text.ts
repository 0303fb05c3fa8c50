import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { findText, type Found, type Match, MAX_MATCHES } from '../../files/find-text.ts'
import { endAt, type LineEnds, withLf } from '../../files/line-ends.ts'

interface Edit {
  readonly oldText: string
  readonly newText: string
  readonly everywhere: boolean
  readonly ends: LineEnds
  /** The name of the file in messages. */
  readonly shown: string
}

interface Edited {
  readonly text: string
  /** Notes on where the edit was not taken literally. */
  readonly notes: readonly string[]
}

const MAX_NAMED = 10

/** Applies one edit to a text. The error lets the model correct itself. */
export function editText(text: string, edit: Edit): Result<Edited, string> {
  const { everywhere, shown } = edit
  const oldText = withLf(edit.oldText)
  const newText = withLf(edit.newText)
  if (oldText === newText) return failed(`old_string and new_string for ${shown} are the same.`)
  const found = findText(text, { oldText, newText })
  if (found.type === 'none') return failed(notFound(shown, found.near))
  const { matches } = found
  const [first] = matches
  if (first === undefined) return failed(notFound(shown, null))
  if (matches.length > 1 && (!everywhere || first.likeness !== 'exact')) {
    return failed(ambiguous(shown, matches, everywhere))
  }
  if (matches.length >= MAX_MATCHES) return failed(tooMany(shown))
  return ok({ text: replaced(text, matches, edit.ends), notes: notesOn(shown, first) })
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

function notesOn(shown: string, { likeness, lines }: Match): readonly string[] {
  const where = `${shown}: old_string was matched to ${linesInWords(lines)}`
  switch (likeness) {
    case 'exact':
      return []
    case 'lineEnds':
      return [`${where}, which differs from it in trailing white space.`]
    case 'indentation':
      return [`${where}, which differs in indentation; new_string was indented like the file.`]
    case 'spaces':
      return [`${where}, which differs in white space; new_string was indented like the file.`]
    default:
      return assertNever(likeness)
  }
}

function ambiguous(shown: string, matches: readonly Match[], everywhere: boolean): string {
  const named = matches.slice(0, MAX_NAMED).map(({ lines }) => lines[0])
  const more = matches.length > named.length ? ', …' : ''
  const isExact = matches[0]?.likeness === 'exact'
  const where = `old_string matches ${matches.length} places in ${shown}${isExact ? '' : ' (ignoring white space)'}, at lines ${named.join(', ')}${more}.`
  const advice = 'Include more of the surrounding lines so it matches only one'
  if (everywhere) return `${where} Quote it exactly: replace_all replaces exact text only.`
  return `${where} ${advice}${isExact ? ', or set replace_all to replace all of them' : ''}.`
}

function tooMany(shown: string): string {
  return `old_string occurs too often in ${shown}: replace_all replaces fewer than ${MAX_MATCHES.toLocaleString('en')} occurrences. Replace them with bash, for example with sed.`
}

function notFound(shown: string, near: Extract<Found, { type: 'none' }>['near']): string {
  const read = 'Read the lines with read_file and quote them without their numbers.'
  if (near === null) return `old_string was not found in ${shown}. ${read}`
  return `old_string was not found in ${shown}. The closest match starts at line ${near.line}; line ${near.differs} is the first that differs. ${read}`
}

function linesInWords([first, last]: Match['lines']): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`
}
