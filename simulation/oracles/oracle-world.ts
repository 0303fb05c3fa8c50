import type { ConversationId } from '../../src/shared/ids.ts'
import type { FolderPort } from '../../src/main/runtime/ports/file-ports.ts'
import type { PortFaults } from '../faults/port-faults.ts'
import type { Schedule } from '../schedule.ts'

/** The parts of the world that the oracles use. */
export interface OracleWorld {
  readonly schedule: Pick<Schedule, 'moment' | 'metLock'>
  readonly ports: Pick<PortFaults, 'hasStruck'>
  readonly folders: Pick<FolderPort, 'isGone'>
  folderOf(id: ConversationId): string
}
