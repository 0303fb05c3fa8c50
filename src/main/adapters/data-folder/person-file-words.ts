import type * as z from '../../../shared/schema.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { PersonFileFault } from './person-file.ts'

/**
 * Sentences for people about a file of theirs that cannot be used: none, or one. `what`: what is in it, at the start of a
 * sentence. `meanwhile`: what that means until it can be used.
 */
export function faultNotices(
  fault: PersonFileFault | null,
  what: string,
  meanwhile: string,
): readonly string[] {
  switch (fault?.type) {
    case undefined:
      return []
    case 'setAside':
      return [
        `${what} could not be read, so ${meanwhile}. The old file is kept as ${fault.movedTo}.`,
      ]
    case 'unread':
      return [
        `${what} can’t be read right now, so ${meanwhile}: ${fault.why}. The file is left as it is, and no change is saved until it can be read.`,
      ]
    default:
      return assertNever(fault)
  }
}

/**
 * Says what is wrong with a part of such a file, as the end of a sentence. It repeats no values: one may be a secret.
 */
export function whatIsWrong({ issues }: z.ZodError): string {
  const path = (issues[0]?.path ?? []).join('.')
  return path === '' ? 'it is not in the form of one' : `${path} is missing or has a wrong value`
}

/** Says of one entry that it cannot be used: a sentence for people. `why`: as from `whatIsWrong`. */
export function refusalOf(entry: string, why: string, file: string): string {
  return `${entry} cannot be used: ${why}. ${correct(file)}, or add it again. ${KEPT}`
}

/** Says of one value that its default applies: a sentence for people. */
export function wrongValueOf(name: string, file: string): string {
  return `The setting ${name} has a wrong value, so its default applies. ${correct(file)}, or choose it again. ${KEPT}`
}

const KEPT = 'Until then, it stays in the file as it is.'

function correct(file: string): string {
  return `Correct it in ${file} and start Phoenix again`
}

const MOST_SHOWN = 64

/** A name from the file, as it is shown. */
export function shownName(name: string): string {
  return visibleText(name.slice(0, MOST_SHOWN))
}
