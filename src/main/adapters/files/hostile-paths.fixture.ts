import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../tools/calling.fixture.ts'

/** The content of everything that no tool may show or change without asking. */
export const SECRET = 'hunter2'

/**
 * Creates the links and files that the hostile paths name: those outside, in the home and in the data folder contain SECRET.
 */
export function plantEscapes(workspace: Workspace): void {
  workspace.write('src/a.ts', 'a')
  workspace.write('.env', `A=${SECRET}`)
  writeFileSync(join(workspace.outside, 'passwords'), SECRET)
  mkdirSync(join(workspace.home, '.ssh'))
  writeFileSync(join(workspace.home, '.ssh/id_rsa'), SECRET)
  writeFileSync(join(workspace.dataFolder, 'settings.json'), `{"key":"${SECRET}"}`)
  const link = (target: string, name: string): void => {
    symlinkSync(target, join(workspace.folder, name))
  }
  link(join(workspace.outside, 'passwords'), 'file-link')
  link(workspace.outside, 'folder-link')
  link('../outside', 'way-link')
  link('folder-link/passwords', 'chain')
  link('.env', 'harmless.txt')
  link('src/a.ts', 'inner')
  link(join(workspace.home, '.ssh/id_rsa'), 'key-link')
  link(workspace.dataFolder, 'data-link')
  link('loop-b', 'loop-a')
  link('loop-a', 'loop-b')
  link(join(workspace.outside, 'new-file'), 'dangling')
  link('/', 'root')
}

/** The path on this workspace. */
export function pathOn(workspace: Workspace, path: string): string {
  return path
    .replace(/^%\//, `${workspace.root.path}/`)
    .replace('root/%', `root${workspace.root.path}`)
}

export type Judged = 'inside' | 'outside' | 'secret' | 'refused'

/** `%` stands for the test's folder. */
export const HOSTILE_PATHS: readonly (readonly [path: string, judged: Judged])[] = [
  ['src/a.ts', 'inside'],
  ['./src/./a.ts', 'inside'],
  ['src/../src/a.ts', 'inside'],
  ['src//a.ts', 'inside'],
  ['src/a.ts/', 'inside'],
  ['new/folder/file.ts', 'inside'],
  ['..x', 'inside'],
  ['...', 'inside'],
  ['.', 'inside'],
  ['%/work/src/a.ts', 'inside'],
  ['inner', 'inside'],
  ['../work/src/a.ts', 'inside'],
  // Up and out.
  ['..', 'outside'],
  ['../', 'outside'],
  ['../outside/passwords', 'outside'],
  ['src/../../outside/passwords', 'outside'],
  ['./../outside/passwords', 'outside'],
  ['src/./.././../outside/passwords', 'outside'],
  ['new/../../outside/passwords', 'outside'],
  ['../'.repeat(60) + 'etc/passwd', 'outside'],
  ['../work2/x', 'outside'],
  ['../work-not', 'outside'],
  ['/', 'outside'],
  ['/etc/passwd', 'outside'],
  ['//etc/passwd', 'outside'],
  ['///etc///passwd', 'outside'],
  ['/etc/../etc/passwd', 'outside'],
  ['%/outside/passwords', 'outside'],
  ['%/work/../outside/passwords', 'outside'],
  ['/dev/null', 'outside'],
  // Through links.
  ['file-link', 'outside'],
  ['folder-link', 'outside'],
  ['folder-link/passwords', 'outside'],
  ['folder-link/not-yet', 'outside'],
  ['folder-link/new/deep', 'outside'],
  ['way-link/passwords', 'outside'],
  ['chain', 'outside'],
  ['./folder-link/./passwords', 'outside'],
  ['src/../folder-link/passwords', 'outside'],
  ['root/etc/passwd', 'outside'],
  ['root/nowhere/etc', 'outside'],
  ['dangling', 'refused'],
  ['dangling/x', 'refused'],
  ['loop-a', 'refused'],
  ['loop-a/x', 'refused'],
  // Names here, although they look like something else.
  ['..%2foutside%2fpasswords', 'inside'],
  ['%2e%2e/outside', 'inside'],
  ['%2e%2e%2fetc%2fpasswd', 'inside'],
  ['..%5c..%5cetc', 'inside'],
  ['..%c0%af..', 'inside'],
  ['..\\outside\\passwords', 'inside'],
  ['\\\\server\\share\\x', 'inside'],
  ['C:\\Windows\\win.ini', 'inside'],
  ['\\\\?\\C:\\x', 'inside'],
  ['\u2024\u2024/passwords', 'inside'],
  ['\uFF0E\uFF0E/passwords', 'inside'],
  ['..\u2215outside', 'inside'],
  ['..\uFF0Foutside', 'inside'],
  ['.. /outside', 'inside'],
  ['..\u200B/outside', 'inside'],
  ['$HOME/.ssh/x', 'secret'],
  ['$HOME/x', 'inside'],
  ['${HOME}/x', 'inside'],
  ['%USERPROFILE%', 'inside'],
  ['~root/x', 'inside'],
  ['file:///etc/passwd', 'inside'],
  ['src/a.ts::$DATA', 'inside'],
  ['SRC/A.TS', 'inside'],
  ['a\nb', 'inside'],
  ['--help', 'inside'],
  // Home.
  ['~', 'outside'],
  ['~/x', 'outside'],
  ['~/../outside/passwords', 'outside'],
  ['~/.ssh/id_rsa', 'secret'],
  ['~/.aws/config', 'secret'],
  // Secrets, inside and out, under any name.
  ['.env', 'secret'],
  ['src/.env.local', 'secret'],
  ['.ENV', 'secret'],
  ['.env::$DATA', 'secret'],
  ['.env. ', 'secret'],
  ['\uFF0Eenv', 'secret'],
  ['harmless.txt', 'secret'],
  ['key-link', 'secret'],
  ['certs/server.pem', 'secret'],
  ['.ssh/config', 'secret'],
  ['.npmrc', 'secret'],
  ['sub/.netrc', 'secret'],
  ['id_rsa.pub', 'secret'],
  ['config/credentials.json', 'secret'],
  ['root/x/.gnupg/y', 'secret'],
  // Out of reach for every tool.
  ['', 'refused'],
  [' ', 'refused'],
  ['a\0b', 'refused'],
  ['../outside/passwords\0.ts', 'refused'],
  ['\uD800', 'refused'],
  ['x/'.repeat(3_000), 'refused'],
  ['x'.repeat(256), 'refused'],
  ['src/a.ts/x', 'refused'],
  ['../data', 'refused'],
  ['../data/settings.json', 'refused'],
  ['../data/new', 'refused'],
  ['data-link/settings.json', 'refused'],
  ['folder-link/../../data/settings.json', 'refused'],
  ['root/%/data/settings.json', 'refused'],
]
