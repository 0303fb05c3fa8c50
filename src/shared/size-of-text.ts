/** From here on, a number is rounded to 1,000: to be said in the next unit. */
const ROUNDED_UP = 999.5

/** Formats a size: `3.2 KB`, `64 KB`, `1.4 MB`, `2.1 GB`, with a decimal only where it matters. */
export function sizeOfText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const kilobytes = bytes / 1_024
  if (kilobytes < ROUNDED_UP) return `${inTenths(kilobytes)} KB`
  const megabytes = kilobytes / 1_024
  if (megabytes < ROUNDED_UP) return `${inTenths(megabytes)} MB`
  return `${inTenths(megabytes / 1_024)} GB`
}

function inTenths(size: number): string {
  return size < 9.95 ? size.toFixed(1) : String(Math.round(size))
}
