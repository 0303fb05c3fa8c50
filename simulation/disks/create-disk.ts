import type { Log } from '../../src/main/runtime/ports/ports.ts'
import type { Disk, DiskType } from './disk.ts'
import { createMemoryDisk } from './memory-disk.ts'
import { createSqliteDisk } from './sqlite-disk.ts'

/** Creates an empty disk. `onLost`: called when its connection must be replaced. */
export function createDisk(type: DiskType, log: Log, onLost: () => void): Disk {
  return type === 'sqlite' ? createSqliteDisk(log, onLost) : createMemoryDisk()
}
