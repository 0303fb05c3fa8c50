import { dirname, sep } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { isInside } from '../system/folders.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import { foldersAbove } from './git/covers.ts'
import type { Mount } from './git/git-mounts.ts'
import type { OwnFolders, RunFolders } from './own-folders.ts'

/** The input of the profile, found on the disk just before a run. All paths are real. */
export interface Profile {
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy
  readonly guarded: readonly Mount[]
  /** Places that must appear empty, including Phoenix's own data folder. All of them exist. */
  readonly hidden: readonly Mount[]
  /** Places used by running programs outside: /run, shared temp folders. */
  readonly volatile: readonly { readonly path: string; readonly as: 'empty' | 'temp' }[]
  /** The parts of these places that are needed anyway: name resolution, and on some systems programs. */
  readonly kept: readonly string[]
  readonly own: OwnFolders
  readonly run: RunFolders
}

interface Laid {
  readonly path: string
  readonly args: readonly string[]
}

/**
 * The arguments for bubblewrap, in order: later mounts cover earlier ones. They go from the root down, so the deeper one
 * always applies: a folder that is a home or contains the data folder shows neither its secrets nor Phoenix's.
 */
export function bubblewrapArguments(profile: Profile, command: readonly string[]): string[] {
  const { folder, sandboxPolicy, own } = profile
  const laid = layersOf(profile)
    .toSorted((one, other) => depthOf(one.path) - depthOf(other.path))
    .flatMap(({ args }) => args)
  const options = sandboxPolicy.network ? ALWAYS : [...ALWAYS, '--unshare-net']
  return [...laid, '--remount-ro', own.root, ...options, '--chdir', folder, '--', ...command]
}

/**
 * No capabilities, no other processes in sight, no life after Phoenix. No nested user namespaces either: a process has every
 * capability in its own, and with another root it could get behind the covers of open files. Available since bubblewrap 0.8.
 */
const ALWAYS = [
  '--unshare-user',
  '--disable-userns',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
]

function bind(how: '--bind' | '--ro-bind', from: string, path: string): Laid {
  return { path, args: [how, from, path] }
}

function layersOf(profile: Profile): readonly Laid[] {
  const { folder, sandboxPolicy, own, run } = profile
  return [
    bind('--ro-bind', '/', '/'),
    { path: '/dev', args: ['--dev', '/dev'] },
    { path: '/proc', args: ['--proc', '/proc'] },
    // The kernel lets the machine's root user change its switches without any capability, and bubblewrap leaves them
    // writable for root.
    bind('--ro-bind', '/proc/sys', '/proc/sys'),
    ...profile.volatile.map(({ path, as }): Laid =>
      as === 'temp' ? bind('--bind', run.temp, path) : { path, args: ['--tmpfs', path] },
    ),
    ...profile.kept.map((path) => bind('--ro-bind', path, path)),
    ...hiddenLayers(profile),
    bind(sandboxPolicy.folder === 'writable' ? '--bind' : '--ro-bind', folder, folder),
    ...profile.guarded.map((mount) => layOf(mount, own)),
    { path: own.root, args: ['--tmpfs', own.root] },
    bind('--bind', run.cache, run.cache),
  ]
}

/**
 * A place inside another hidden place is hidden with it, unless it is in the folder, which is made visible again. If a
 * hidden place contains the folder, the path to the folder has to be created.
 */
function hiddenLayers({ folder, hidden, own, volatile }: Profile): readonly Laid[] {
  const covers = new Set([...volatile, ...hidden].map(({ path }) => path))
  const isInSight = ({ path }: Mount): boolean => {
    const over = foldersAbove(path).filter((cover) => covers.has(cover))
    return over.every((cover) => isInside(path, folder) && depthOf(folder) >= depthOf(cover))
  }
  const shown = hidden.filter(isInSight)
  const covering = shown.map((mount) => {
    const { path, as } = mount
    const isAboveFolder = as === 'emptyFolder' && isInside(folder, path)
    return isAboveFolder ? { path, args: ['--tmpfs', path] } : layOf(mount, own)
  })
  return [
    ...foldersTo(shown, folder).map((path) => layOf({ path, as: 'writable' }, own)),
    ...covering,
  ]
}

/**
 * The folders between the folder and the hidden places in it. Each becomes a separate mount, because a mount cannot be
 * moved: if a folder could be moved aside, its content would be visible to the next command.
 */
function foldersTo(hidden: readonly Mount[], folder: string): readonly string[] {
  const folders = new Set<string>()
  for (const { path } of hidden) {
    let parent = dirname(path)
    while (parent !== folder && !folders.has(parent) && isInside(parent, folder)) {
      folders.add(parent)
      parent = dirname(parent)
    }
  }
  return [...folders]
}

function layOf({ path, as }: Mount, own: OwnFolders): Laid {
  switch (as) {
    case 'writable':
      return { path, args: ['--bind', path, path] }
    case 'readOnly':
      return { path, args: ['--ro-bind', path, path] }
    case 'emptyFolder':
      return { path, args: ['--ro-bind', own.emptyFolder, path] }
    case 'emptyFile':
      return { path, args: ['--ro-bind', own.emptyFile, path] }
    default:
      return assertNever(as)
  }
}

function depthOf(path: string): number {
  return path.split(sep).filter((name) => name !== '').length
}
