/**
 * Begins something just before the loop looks at its timers, and then holds the thread for this time: what answers meanwhile
 * is read after the timers.
 */
export function holdThread<Begun>(ms: number, begin: () => Begun): Promise<Awaited<Begun>> {
  return new Promise((resolve) => {
    setImmediate(() => {
      resolve(begin() as Awaited<Begun>)
      const until = performance.now() + ms
      while (performance.now() < until);
    })
  })
}
