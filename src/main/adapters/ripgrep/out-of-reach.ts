import { SECRET_NAMES } from '../files/secrets.ts'

/**
 * The globs that exclude git's own files, secrets and places that no tool may touch from a walk. They come after the model's
 * globs: the last match decides.
 */
export function outOfReach(forbidden: readonly string[], secrets: 'seen' | 'hidden'): string[] {
  const names = secrets === 'hidden' ? SECRET_NAMES : []
  return [
    '--glob=!.git',
    ...names.map((name) => `--iglob=!${name}`),
    ...forbidden.map((path) => `--glob=!/${path.replaceAll(/[\\*?[\]{}!]/g, String.raw`\$&`)}`),
  ]
}
