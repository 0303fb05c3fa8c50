import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute } from 'node:path'
import { isInside } from '../system/folders.ts'
import type { Profile } from './bubblewrap.ts'

/** Places of a running system; links among them lead to other hidden places. */
export function volatilePlaces(): Profile['volatile'] {
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

/** Files and folders with secrets that the environment names, wherever they are. */
const NAMED_BY = [
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'CLOUDSDK_CONFIG',
  'DOCKER_CONFIG',
  'GNUPGHOME',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'KUBECONFIG',
  'NETRC',
  'NPM_CONFIG_USERCONFIG',
  'PGPASSFILE',
  'XAUTHORITY',
]

export function secretsNamedBy(environment: NodeJS.ProcessEnv): readonly string[] {
  return NAMED_BY.flatMap((name) => environment[name]?.split(delimiter) ?? []).filter(isAbsolute)
}
