import { createRedactor } from '../../log/redactor.ts'
import { cutUtf8 } from './cut-utf8.ts'

const BREAKS = /[\s\p{Cc}]+/gu
const MAX_BYTES = 300

/** Turns a provider's own text into one short line for the screen, without secrets, even if the server echoes them. */
export function quoteSafely(words: string, secrets: readonly string[]): string {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret)
  const line = redactor.clean(words).replace(BREAKS, ' ').trim()
  const cut = cutUtf8(line, MAX_BYTES)
  return cut.length < line.length ? `${cut}…` : cut
}
