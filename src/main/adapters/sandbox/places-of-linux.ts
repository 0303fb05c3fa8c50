import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { isInside } from '../system/folders.ts'

/** The places of a running system that the sandbox replaces. */
export interface SystemPlaces {
  /** Used by running programs outside: /run, shared temp folders. */
  readonly volatile: readonly { readonly path: string; readonly as: 'empty' | 'temp' }[]
  /** The parts of these places that are needed anyway: name resolution, and on some systems programs. */
  readonly kept: readonly string[]
}

/** Places of a running system; links among them lead to other hidden places. */
export function volatilePlaces(): SystemPlaces['volatile'] {
  const places = [
    { path: '/run', as: 'empty' },
    { path: '/var/run', as: 'empty' },
    { path: '/tmp', as: 'temp' },
    { path: '/var/tmp', as: 'temp' },
  ] as const
  return places.filter(({ path }) => existsSync(path) && realpathSync(path) === path)
}

/** NixOS keeps its programs in /run; systemd and NetworkManager keep the addresses of name servers there. */
export function keptPlaces(): readonly string[] {
  const programs = ['/run/current-system', '/run/booted-system', '/run/opengl-driver']
  const names = realOf('/etc/resolv.conf')
  const resolver = names !== null && isInside(names, '/run') ? [dirname(names)] : []
  return [
    ...programs.filter((path) => existsSync(path)),
    ...resolver.filter((path) => path !== '/run'),
  ]
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
