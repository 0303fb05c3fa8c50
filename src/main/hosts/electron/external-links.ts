import { shell } from 'electron'

const OPENED = new Set(['http:', 'https:', 'mailto:'])

/** The one place that hands an address to the system. Anything but a web or mail address goes nowhere. */
export function openExternal(address: string): void {
  const url = URL.parse(address)
  if (url === null || !OPENED.has(url.protocol)) return
  // No program for it: the system has said so already.
  shell.openExternal(url.href).catch(() => undefined)
}
