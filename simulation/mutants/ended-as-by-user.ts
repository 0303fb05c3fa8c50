import { BY_USER, haltBy as haltByWell, type Halt } from '../../src/main/core/turn/halt.ts'

export { BY_USER, type Halt, type Running } from '../../src/main/core/turn/halt.ts'

/** PLANTED BUG: a turn that ends because the app closes is recorded as stopped by a person. */
export function haltBy(event: Parameters<typeof haltByWell>[0]): Halt {
  const { stop } = haltByWell(event)
  return event.type === 'shutdownRequested' ? { ...BY_USER, stop } : haltByWell(event)
}
