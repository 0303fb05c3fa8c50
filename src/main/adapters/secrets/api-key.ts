/** Whether a key fits into a header. '' does: it means no key. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key)
}
