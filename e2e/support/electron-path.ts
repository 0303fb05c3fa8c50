import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Electron's binary; null if it or a display is missing. */
export const electronPath: string | null = findElectron(process.env)

/** Only checks files: requiring Electron without its binary starts a download. */
export function findElectron(environment: NodeJS.ProcessEnv): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const base = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  const named = join(folder, 'path.txt')
  const path = join(base, existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron')
  const hasDisplay =
    process.platform !== 'linux' ||
    environment['DISPLAY'] !== undefined ||
    environment['WAYLAND_DISPLAY'] !== undefined
  return existsSync(path) && hasDisplay ? path : null
}
