import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const GITLINK = '160000'

export const PIECE_BYTES = 1024 * 1024

const SOME_HASH = '0123456789abcdef0123456789abcdef01234567'

/** A repository whose index, written by git, has these entries. */
export function lay(
  folder: string,
  entries: readonly (readonly [mode: string, path: string])[],
): string {
  const git = (args: readonly string[], input = ''): void =>
    void execFileSync('git', args, { cwd: folder, input })
  git(['init', '-q', '.'])
  const lines = entries.map(([mode, path]) => `${mode} ${SOME_HASH}\t${path}\n`)
  git(['update-index', '--index-info'], lines.join(''))
  return join(folder, '.git', 'index')
}
