/** Whether a key can stand in a header. '' can: it means no key. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key)
}
