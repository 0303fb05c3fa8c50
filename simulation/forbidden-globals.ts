/** Globals that a run must not use: the real clock, real randomness, real timers. */
const NAMES = ['setTimeout', 'setInterval'] as const

function refuse(what: string): never {
  throw new Error(`${what} is poisoned while a run is going on`)
}

/** Makes every use of the real ones throw during the run (row 33). */
export async function withForbiddenGlobals<Value>(run: () => Promise<Value>): Promise<Value> {
  const { Date: RealDate } = globalThis
  const random = Math.random
  const timers = NAMES.map((name) => globalThis[name])
  const fake = new Proxy(RealDate, {
    construct: () => refuse('new Date'),
    apply: () => refuse('Date'),
    get: (target, name) => (name === 'now' ? () => refuse('Date.now') : Reflect.get(target, name)),
  })
  Math.random = () => refuse('Math.random')
  Object.assign(globalThis, { Date: fake })
  NAMES.forEach((name) => Object.assign(globalThis, { [name]: () => refuse(name) }))
  try {
    return await run()
  } finally {
    Math.random = random
    Object.assign(globalThis, { Date: RealDate })
    NAMES.forEach((name, index) => Object.assign(globalThis, { [name]: timers[index] }))
  }
}
