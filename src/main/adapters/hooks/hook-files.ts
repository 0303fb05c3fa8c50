import type { TrustView } from '../../../shared/trust.ts'
import type { AbsentPlaces } from '../folder-files/absent-places.ts'
import { readTextIn } from '../folder-files/read-text.ts'
import { type FolderTrust, hashOfText } from '../trust/folder-trust.ts'
import { trustedPlaces } from '../trust/trusted-places.ts'
import type { Hook } from './hook.ts'
import { readHooks, wordsOfHooks } from './read-hooks.ts'

/**
 * The files in which people already keep hooks: in a folder, and in the home folder for all folders. The first runs first.
 */
const IN_HOME = ['.claude/settings.json', '.config/phoenix/hooks.json']
const IN_FOLDER = ['.claude/settings.json', '.claude/settings.local.json']
const MAX_BYTES = 256 * 1024

/** The hooks of one file, as they are now. */
export interface HookFile {
  readonly isAllowed: boolean
  /** The file as people see it, with its changes; computed only when shown. */
  readonly view: () => TrustView
  readonly hooks: readonly Hook[]
}

export interface HookPlaces {
  readonly home: string
  /** Phoenix's own: nothing in it is read. */
  readonly dataFolder: string
  readonly trust: Pick<FolderTrust, 'statusOf' | 'trustOf'>
  readonly absent?: AbsentPlaces
}

/**
 * The files with hooks that apply in a folder. Those in the home folder need approval too: they were written for another
 * program, and they run commands. Never rejects.
 */
export async function hookFilesOf(
  folder: string,
  { absent, dataFolder, home, trust }: HookPlaces,
): Promise<readonly HookFile[]> {
  const places = trustedPlaces({ folder, home }, { inHome: IN_HOME, inFolder: IN_FOLDER })
  const bounds = { dataFolder, maxBytes: MAX_BYTES, ...(absent && { absent }) }
  const files = await Promise.all(
    places.map(async ({ origin, place: path, root }): Promise<HookFile | null> => {
      const shown = origin === 'person' ? `~/${path}` : path
      const text = await readTextIn(path, { ...bounds, root })
      if (text.ok && text.value === null) return null
      const read = text.ok ? readHooks(text.value ?? '') : text
      const { hooks, problems } = read.ok
        ? read.value
        : { hooks: [], problems: [`The hooks of ${shown} are not run. ${read.error}`] }
      if (hooks.length === 0 && problems.length === 0) return null
      const words = wordsOfHooks(hooks)
      const hash = hashOfText(words)
      const what = { folder: root, kind: 'hooks', name: path } as const
      const about = { kind: 'hooks', name: path, title: '', path: shown, origin } as const
      const now = { hash, text: words }
      return {
        hooks,
        isAllowed: trust.trustOf(what, hash) === 'allowed',
        view: () => ({ ...about, ...now, problems, ...trust.statusOf(what, now) }),
      }
    }),
  )
  return files.filter((file) => file !== null)
}

/** The hooks that the user has allowed in their current form. */
export function allowedHooks(files: readonly HookFile[]): readonly Hook[] {
  return files.flatMap(({ hooks, isAllowed }) => (isAllowed ? hooks : []))
}
