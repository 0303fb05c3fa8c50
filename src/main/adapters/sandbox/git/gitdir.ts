/** The folder that a `.git` file names; undefined if the text names none. */
export function gitdirIn(text: string): string | undefined {
  return /^gitdir: (.*)/s.exec(text)?.[1]?.trimEnd()
}
