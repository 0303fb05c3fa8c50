/** `3.2 KB`, `64 KB`: a tenth where it says something. */
export function sizeOfText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const kilobytes = bytes / 1_024
  return `${kilobytes < 10 ? kilobytes.toFixed(1) : Math.round(kilobytes)} KB`
}
