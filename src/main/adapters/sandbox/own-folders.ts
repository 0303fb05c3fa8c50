import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { ConversationId } from '../../../shared/ids.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/**
 * The folders that Phoenix keeps for commands in the sandbox. Each data folder has its own, so two of them share nothing.
 */
export interface OwnFolders {
  readonly root: string
  /** Empty; shown in place of hidden ones. */
  readonly emptyFolder: string
  readonly emptyFile: string
  /** Creates the private folders for a command of a conversation. Throws the disk's errors. */
  forRun(run: {
    readonly conversationId: ConversationId
    readonly folder: string
    readonly sandboxPolicy: SandboxPolicy
  }): RunFolders
}

export interface RunFolders {
  /** Replaces /tmp. Belongs to the conversation until Phoenix restarts. */
  readonly temp: string
  /**
   * Shared by the conversations of one folder, which can change each other's work anyway. A read-only conversation has a
   * separate one: what it puts there must not run for others. Never inside `temp`, where a command could put a link in its
   * place.
   */
  readonly cache: string
}

/** The user's cache folder, by the system's rules. */
export function cacheHome(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string,
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Phoenix')
  const named = environment['XDG_CACHE_HOME']
  const base = named !== undefined && isAbsolute(named) ? named : join(home, '.cache')
  return join(base, 'phoenix')
}

/** Creates the folders. Throws the disk's errors. The temp folders of earlier starts are removed in the background. */
export function prepareOwnFolders(cacheFolder: string, dataFolder: string): OwnFolders {
  const root = join(cacheFolder, shortHash(dataFolder))
  const emptyFolder = join(root, 'empty')
  const emptyFile = join(root, 'empty-file')
  mkdirSync(root, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(root).filter((each) => each.startsWith('temp-'))) {
    void rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)
  }
  const temps = join(root, `temp-${randomBytes(6).toString('hex')}`)
  mkdirSync(emptyFolder, { recursive: true, mode: 0o700 })
  writeFileSync(emptyFile, '', { mode: 0o600 })
  return {
    root,
    emptyFolder,
    emptyFile,
    forRun({ conversationId, folder, sandboxPolicy }) {
      const own = shortHash(conversationId)
      const temp = join(temps, own)
      const isShared = sandboxPolicy.folder === 'writable'
      const cache = isShared
        ? join(root, 'folders', shortHash(folder))
        : join(temps, `cache-${own}`)
      mkdirSync(temp, { recursive: true, mode: 0o700 })
      mkdirSync(cache, { recursive: true, mode: 0o700 })
      return { temp, cache }
    },
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
