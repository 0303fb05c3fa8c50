import { cutUtf8 } from './cut-utf8.ts'

const KEY_SHAPED = /\bsk-[A-Za-z0-9_-]{8,}/g
const BREAKS = /[\s\p{Cc}]+/gu
const MAX_BYTES = 300

/** A provider's own words for one line on the screen: without the key, even where the server echoes it, and short. */
export function quoteSafely(words: string, apiKey: string | null): string {
  const keyless = apiKey === null || apiKey === '' ? words : words.replaceAll(apiKey, '[key]')
  const line = keyless.replace(KEY_SHAPED, '[key]').replace(BREAKS, ' ').trim()
  const cut = cutUtf8(line, MAX_BYTES)
  return cut.length < line.length ? `${cut}…` : cut
}
