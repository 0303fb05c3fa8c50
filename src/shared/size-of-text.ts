/** Formats a size: `3.2 KB`, `64 KB`, `1.4 MB`, `2.1 GB`, with a decimal only where it matters. */
export function sizeOfText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const kilobytes = bytes / 1_024
  if (kilobytes < 1_000) return `${inTenths(kilobytes)} KB`
  const megabytes = kilobytes / 1_024
  if (megabytes < 1_000) return `${inTenths(megabytes)} MB`
  return `${inTenths(megabytes / 1_024)} GB`
}

function inTenths(size: number): string {
  return size < 10 ? size.toFixed(1) : String(Math.round(size))
}
