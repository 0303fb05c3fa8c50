import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** The path of the built browser host. */
export function programIn(folder: string): string {
  return join(folder, 'out/main/serve-browser.js')
}

export const OWN_PROGRAM = programIn(ROOT)

/** Checks a revision out into a temp folder, builds it, and passes its program to `use`; the folder is always removed. */
export async function withRevision<Value>(
  ref: string,
  signal: AbortSignal,
  use: (program: string) => Promise<Value>,
): Promise<Value> {
  const commit = await commitOf(ref)
  const temp = mkdtempSync(join(tmpdir(), 'phoenix-compare-'))
  const folder = join(temp, 'tree')
  try {
    await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: ROOT, signal })
    if (isSameFile(folder, 'package-lock.json')) {
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    } else {
      await run('npm', ['ci'], { cwd: folder, signal })
    }
    await run('npm', ['run', 'build'], { cwd: folder, signal })
    return await use(programIn(folder))
  } finally {
    // Only this worktree: a prune would also forget worktrees that are temporarily unreachable.
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT }).catch(
      () => undefined,
    )
    rmSync(temp, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function commitOf(ref: string): Promise<string> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    const { stdout } = await run('git', args, { cwd: ROOT })
    return stdout.trim()
  } catch {
    throw new Error(`git knows no revision ${ref}.`)
  }
}

function isSameFile(folder: string, name: string): boolean {
  return readFileSync(join(folder, name)).equals(readFileSync(join(ROOT, name)))
}
