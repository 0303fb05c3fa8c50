/** Lets other work run during long work: resolves when everything that now waits has had its turn. */
export function afterOthers(timers: { soon(run: () => void): void }): Promise<void> {
  return new Promise((resolve) => timers.soon(resolve))
}
