import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** The browser host that a build makes. */
function programIn(folder: string): string {
  return join(folder, 'out/main/serve-browser.js')
}

export const OWN_PROGRAM = programIn(ROOT)
