/** Whether Cmd is the key that Ctrl is elsewhere. */
export function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh')
}
