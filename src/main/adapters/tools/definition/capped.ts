import { cutUtf8 } from '../../model-api/faults/cut-utf8.ts'

/** The limit of one result for the model, in bytes. */
export const MAX_RESULT_BYTES = 32 * 1024

/** As many whole lines as fit, and the number of omitted ones. */
export function cappedLines(
  lines: readonly string[],
  maxBytes: number = MAX_RESULT_BYTES,
): { readonly shown: readonly string[]; readonly leftOut: number } {
  let bytes = 0
  const end = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > maxBytes)
  return end < 0
    ? { shown: lines, leftOut: 0 }
    : { shown: lines.slice(0, end), leftOut: lines.length - end }
}

/** As much of the beginning of a text as fits, in whole characters. */
export function cappedText(text: string, maxBytes: number = MAX_RESULT_BYTES - 1_024): string {
  return cutUtf8(text.isWellFormed() ? text : text.toWellFormed(), maxBytes)
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export function inKilobytes(bytes: number): string {
  if (bytes < 1_024) return counted(bytes, 'byte')
  const kilobytes = bytes / 1_024
  return kilobytes < 1_024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1_024).toFixed(1)} MB`
}
