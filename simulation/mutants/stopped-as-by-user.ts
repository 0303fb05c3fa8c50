import { haltBy as haltByWell, type Halt } from '../../src/main/core/turn/halt.ts'

export { BY_USER, type Halt, type Running } from '../../src/main/core/turn/halt.ts'

/** PLANTED BUG: work is always stopped as if by a person. */
export function haltBy(event: Parameters<typeof haltByWell>[0]): Halt {
  return { ...haltByWell(event), stop: 'user' }
}
