import { join, relative, sep } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { isInside } from '../system/folders.ts'
import type { SandboxProgram } from './create-sandbox.ts'
import { GATE, waitingAtGate } from './gate.ts'
import { foldersAbove } from './git/covers.ts'
import type { Mount } from './git/git-mounts.ts'
import type { OwnFolders } from './own-folders.ts'
import { keptPlaces, type SystemPlaces, volatilePlaces } from './places-of-linux.ts'
import { depthOf, fromTheRootDown, heldFolders, type Profile } from './profile.ts'
import { sandboxedEnvironment } from './sandboxed-environment.ts'

/** Linux: namespaces, made by bubblewrap. */
export function bubblewrap(program: string): SandboxProgram {
  const places = { volatile: volatilePlaces(), kept: keptPlaces() }
  return {
    platform: 'linux',
    replaced: places.volatile.map(({ path }) => path),
    launch: (profile, command) => ({
      file: program,
      args: bubblewrapArguments(profile, places, waitingAtGate(command)),
      environment: sandboxedEnvironment(profile.run.cache, '/tmp'),
      waitsAtGate: true,
      reads: profile.own.systemCalls,
    }),
  }
}

interface Laid {
  readonly path: string
  readonly args: readonly string[]
}

/**
 * The arguments for bubblewrap, in order: later mounts cover earlier ones. They go from the root down, so the deeper one
 * always applies: a folder that is a home or contains the data folder shows neither its secrets nor Phoenix's.
 */
function bubblewrapArguments(
  profile: Profile,
  places: SystemPlaces,
  command: readonly string[],
): string[] {
  const { folder, sandboxPolicy, own } = profile
  const laid = fromTheRootDown(layersOf(profile, places)).flatMap(({ args }) => args)
  const options = sandboxPolicy.network ? ALWAYS : [...ALWAYS, '--unshare-net']
  return [...laid, '--remount-ro', own.root, ...options, '--chdir', folder, '--', ...command]
}

/** The descriptor of `reads`, after that of the gate. */
const FILTER = GATE + 1

/**
 * No capabilities, no other processes in sight, no life after Phoenix. No nested user namespaces either: a process has every
 * capability in its own, and with another root it could get behind the covers of open files. Available since bubblewrap 0.8.
 * No keyrings either.
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
  '--seccomp',
  String(FILTER),
]

function bind(how: '--bind' | '--ro-bind', from: string, path: string): Laid {
  return { path, args: [how, from, path] }
}

function layersOf(profile: Profile, { volatile, kept }: SystemPlaces): readonly Laid[] {
  const { folder, sandboxPolicy, own, run } = profile
  return [
    bind('--ro-bind', '/', '/'),
    { path: '/dev', args: ['--dev', '/dev'] },
    { path: '/proc', args: ['--proc', '/proc'] },
    // The kernel lets the machine's root user change its switches without any capability, and bubblewrap leaves them
    // writable for root.
    bind('--ro-bind', '/proc/sys', '/proc/sys'),
    ...volatile.map(({ path, as }): Laid =>
      as === 'temp' ? bind('--bind', run.temp, path) : { path, args: ['--tmpfs', path] },
    ),
    ...waysIn(profile, volatile).map((path): Laid => ({ path, args: ['--tmpfs', path] })),
    ...kept.map((path) => bind('--ro-bind', path, path)),
    ...hiddenLayers(profile, volatile),
    bind(sandboxPolicy.folder === 'writable' ? '--bind' : '--ro-bind', folder, folder),
    ...profile.guarded.map((mount) => layOf(mount, own)),
    { path: own.root, args: ['--tmpfs', own.root] },
    bind('--bind', run.cache, run.cache),
  ]
}

/**
 * The first folders on the way from a temp folder to what is mounted deeper in it. They are mounts of their own: in the temp
 * folder, which lasts, a command could put a link in the place of one, and the next set-up would follow it out.
 */
function waysIn(
  { folder, guarded, own }: Profile,
  volatile: SystemPlaces['volatile'],
): readonly string[] {
  const mounted = [folder, own.root, ...guarded.map(({ path }) => path)]
  const temps = volatile.filter(({ as, path }) => as === 'temp' && path !== folder)
  const ways = temps.flatMap(({ path: temp }) =>
    mounted
      .filter((path) => path !== temp && isInside(path, temp))
      .map((path) => join(temp, relative(temp, path).split(sep)[0] ?? '')),
  )
  return [...new Set(ways)].filter((way) => !mounted.includes(way))
}

/**
 * A place inside another hidden place is hidden with it, unless it is in the folder, which is made visible again. If a
 * hidden place contains the folder, the path to the folder has to be created.
 */
function hiddenLayers(profile: Profile, volatile: SystemPlaces['volatile']): readonly Laid[] {
  const { folder, hidden, own } = profile
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
  return [...heldFolders(profile, shown).map((mount) => layOf(mount, own)), ...covering]
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
