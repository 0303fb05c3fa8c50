import { trimEndOf } from '../../../../shared/trim-end.ts'

/** The folder that a `.git` file names, as git reads it: up to a NUL. Undefined if the text names none. */
export function gitdirIn(text: string): string | undefined {
  const named = /^gitdir: (.*)/s.exec(text)?.[1]
  return named === undefined ? undefined : trimEndOf(named, '\r\n').split('\0', 1)[0]
}
