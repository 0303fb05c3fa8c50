import type { LinkedTree } from './git/linked-tree.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/** The input of the macOS profile. All paths are real: /private/tmp, not /tmp. */
export interface SeatbeltProfile {
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy
  /** Null if the folder is not a linked work tree. */
  readonly linked: LinkedTree | null
  readonly hidden: readonly string[]
  readonly ownRoot: string
  readonly temp: string
  readonly cache: string
}

/** The protected names in `.git`, and `.git` itself, which could be moved aside with them. */
const GIT_PARTS = [
  'hooks',
  'config',
  'config.worktree',
  'commondir',
  'worktrees',
  'modules',
  'info/attributes',
]

/**
 * The rules in Seatbelt's own language; the last match decides. Writing is allowed in a few places and reading denied in a
 * few, like bubblewrap's mounts. There is no process namespace: signals are limited to processes under the same rules.
 */
export function seatbeltProfile(profile: SeatbeltProfile): string {
  const { folder, linked, sandboxPolicy, hidden, ownRoot, temp, cache } = profile
  const isWritable = sandboxPolicy.folder === 'writable'
  const writable = [...(isWritable ? [folder] : []), temp, cache]
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    rule('allow', 'file-write*', [
      ...writable.map(subpath),
      '(regex #"^/dev/(null|zero|tty|fd/)")',
    ]),
    ...(isWritable ? gitRules(folder) : []),
    ...(isWritable && linked !== null ? treeRules(linked) : []),
    rule('deny', 'file-read* file-write*', [...hidden, ownRoot].map(subpath)),
    rule('allow', 'file-read* file-write*', [temp, cache].map(subpath)),
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
    rule(
      'allow',
      'network-outbound',
      [folder, temp].map((path) => `(remote unix-socket ${subpath(path)})`),
    ),
    ...networkRules(sandboxPolicy.network),
  ].join('\n')
}

function gitRules(folder: string): readonly string[] {
  const parts = GIT_PARTS.map((name) => subpath(`${folder}/.git/${name}`))
  return [
    rule('deny', 'file-write*', parts),
    rule('deny', 'file-write-create file-write-unlink', [`(literal ${quoted(`${folder}/.git`)})`]),
  ]
}

/** Allows what a commit in a linked work tree writes; none of it can be moved aside. */
function treeRules({ common, own }: LinkedTree): readonly string[] {
  const written = [own, ...['objects', 'refs', 'logs'].map((name) => `${common}/${name}`)]
  const kept = ['commondir', 'gitdir', 'config.worktree', 'modules'].map((name) => `${own}/${name}`)
  return [
    rule('allow', 'file-write*', written.map(subpath)),
    rule('deny', 'file-write*', kept.map(subpath)),
    rule(
      'deny',
      'file-write-create file-write-unlink',
      written.map((path) => `(literal ${quoted(path)})`),
    ),
  ]
}

/** Names are resolved by a program of the system, over a socket. */
function networkRules(isOn: boolean): readonly string[] {
  return isOn
    ? ['(allow network-outbound (remote unix-socket (literal "/private/var/run/mDNSResponder")))']
    : ['(deny network*)']
}

function rule(verb: 'allow' | 'deny', what: string, where: readonly string[]): string {
  return `(${verb} ${what} ${where.join(' ')})`
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`
}

/** Encodes a Scheme string. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`
}
