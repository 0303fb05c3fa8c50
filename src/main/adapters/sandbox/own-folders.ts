import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { ConversationId } from '../../../shared/ids.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { replaceFile } from '../data-folder/atomic-file.ts'
import { systemCallFilter } from './system-call-filter.ts'

/**
 * The folders that Phoenix keeps for commands in the sandbox. Each data folder has its own, so two of them share nothing.
 */
export interface OwnFolders {
  readonly root: string
  /** Empty; shown in place of hidden ones. */
  readonly emptyFolder: string
  readonly emptyFile: string
  /** The file with the filter for system calls (system-call-filter.ts). */
  readonly systemCalls: string
  /**
   * Creates the private folders for a command of a conversation, and whatever else has disappeared: people empty their
   * caches while Phoenix runs. Throws the disk's errors.
   */
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
  const filter = systemCallFilter()
  // Named by its content: another version of Phoenix may use the same folder.
  const systemCalls = join(root, `system-calls-${shortHash(filter)}`)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(root).filter((each) => each.startsWith('temp-'))) {
    void rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)
  }
  const temps = join(root, `temp-${randomBytes(6).toString('hex')}`)
  const complete = (): void => {
    mkdirSync(emptyFolder, { recursive: true, mode: 0o700 })
    if (!existsSync(emptyFile)) writeFileSync(emptyFile, '', { mode: 0o600 })
    if (!existsSync(systemCalls)) replaceFile(systemCalls, filter, 0o600)
  }
  complete()
  return {
    root,
    emptyFolder,
    emptyFile,
    systemCalls,
    forRun({ conversationId, folder, sandboxPolicy }) {
      complete()
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

function shortHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
