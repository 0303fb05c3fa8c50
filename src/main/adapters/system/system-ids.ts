import { randomUUID } from 'node:crypto'
import type { EventId } from '../../../shared/ids.ts'
import type { Ids } from '../../runtime/ports/ports.ts'

export const systemIds: Ids = {
  next: () => randomUUID() as EventId,
  random: () => Math.random(),
}
