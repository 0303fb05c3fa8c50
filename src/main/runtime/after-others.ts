interface Soon {
  soon(run: () => void): void
}

/** Lets other work run during long work: resolves when everything that now waits has had its turn. */
export function afterOthers(timers: Soon): Promise<void> {
  return new Promise((resolve) => timers.soon(resolve))
}

/** Does all parts of long work, with other work in between. Null if it is over before the last. */
export async function inParts<T>(
  work: Generator<unknown, T>,
  timers: Soon,
  isOver = (): boolean => false,
): Promise<T | null> {
  for (;;) {
    const part = work.next()
    if (part.done === true) return part.value
    await afterOthers(timers)
    if (isOver()) return null
  }
}
