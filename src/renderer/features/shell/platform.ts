/** True if Cmd takes the role of Ctrl. */
export function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh')
}
