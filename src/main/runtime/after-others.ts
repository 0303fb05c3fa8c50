/** Lets other work go on in the middle of long work: resolves when whatever waits now has had its turn. */
export function afterOthers(timers: { soon(run: () => void): void }): Promise<void> {
  return new Promise((resolve) => timers.soon(resolve))
}
