import { execFileSync } from 'node:child_process'

const NAME = 'd'.repeat(250)

/** Makes folders so deep that nobody can open the innermost, not even root: Linux takes paths of 4,096 bytes. */
export function tooDeepFolders(folder: string): Disposable {
  execFileSync('mkdir', ['-p', Array.from({ length: 20 }, () => NAME).join('/')], { cwd: folder })
  return {
    [Symbol.dispose]() {
      execFileSync('rm', ['-r', NAME], { cwd: folder })
    },
  }
}
