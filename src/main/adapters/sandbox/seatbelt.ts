import { NO_RC } from '../processes/spawn/no-rc.ts'
import type { SandboxProgram } from './create-sandbox.ts'
import type { Mount } from './git/git-mounts.ts'
import { fromTheRootDown, heldFolders, type Profile } from './profile.ts'
import { sandboxedEnvironment } from './sandboxed-environment.ts'

/** macOS: rules for each operation, kept by sandbox-exec. */
export function seatbelt(program: string): SandboxProgram {
  return {
    platform: 'darwin',
    replaced: [],
    launch: (profile, command) => ({
      file: program,
      args: ['-p', seatbeltRules(profile), 'bash', NO_RC, '-c', command],
      environment: sandboxedEnvironment(profile.run.cache, profile.run.temp),
      waitsAtGate: false,
    }),
  }
}

/**
 * The rules in Seatbelt's own language; the last match decides. Writing is allowed in a few places and reading denied in a
 * few, like bubblewrap's mounts. They name paths as they are on the disk: /private/tmp, not /tmp. A rule for what does not
 * exist would miss the same name in other letters, which most of these disks take for the same; so what git would obey is
 * created for the run. There is no process namespace: signals are limited to processes under the same rules.
 */
export function seatbeltRules(profile: Profile): string {
  const { folder, sandboxPolicy, run } = profile
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/ptmx") (regex #"^/dev/(null|zero|tty|fd/)"))',
    // Terminals that a command opens itself, not those of the person.
    '(allow file-write* (require-all (regex #"^/dev/ttys[0-9]+") (extension "com.apple.sandbox.pty")))',
    ...fromTheRootDown(placesOf(profile)).flatMap(({ rules }) => rules),
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny process-info* (target others))',
    '(deny appleevent-send)',
    // Would open an app or a document outside these rules.
    '(deny lsopen)',
    // The keychain is reached by messages, not by reading files.
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.securityd.xpc"))',
    '(deny job-creation)',
    '(deny network-outbound (remote unix-socket))',
    ...[folder, run.temp].map(
      (path) => `(allow network-outbound (remote unix-socket (subpath ${quoted(path)})))`,
    ),
    ...networkRules(sandboxPolicy.network),
  ].join('\n')
}

interface Place {
  readonly path: string
  readonly rules: readonly string[]
}

const READ_AND_WRITE = 'file-read* file-write*'

/** A folder in a hidden place is made visible again. */
function placesOf(profile: Profile): readonly Place[] {
  const { folder, sandboxPolicy, guarded, hidden, secrets, own, run } = profile
  const closed = new Set([...hidden.map(({ path }) => path), ...secrets, own.root])
  return [
    placeOf('allow', sandboxPolicy.folder === 'writable' ? READ_AND_WRITE : 'file-read*', folder),
    ...[...heldFolders(profile, hidden), ...guarded].map(mounted),
    ...[...closed].map((path) => placeOf('deny', READ_AND_WRITE, path)),
    ...[run.temp, run.cache].map((path) => placeOf('allow', READ_AND_WRITE, path)),
  ]
}

/** Like a mount, it can be neither moved nor removed nor replaced. */
function mounted({ path, as }: Mount): Place {
  if (as !== 'writable') return placeOf('deny', 'file-write*', path)
  const inPlace = `(deny file-write-create file-write-unlink (literal ${quoted(path)}))`
  return { path, rules: [...placeOf('allow', 'file-write*', path).rules, inPlace] }
}

function placeOf(verb: 'allow' | 'deny', what: string, path: string): Place {
  return { path, rules: [`(${verb} ${what} (subpath ${quoted(path)}))`] }
}

/** Names are resolved by a program of the system, over a socket. */
function networkRules(isOn: boolean): readonly string[] {
  return isOn
    ? ['(allow network-outbound (remote unix-socket (literal "/private/var/run/mDNSResponder")))']
    : ['(deny network*)']
}

/** Encodes a Scheme string. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`
}
