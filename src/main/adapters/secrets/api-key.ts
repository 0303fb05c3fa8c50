/** True if a key fits into a header. So does '', which means no key. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key)
}
