/** Why a file could not be written. */
export type DiskFault = 'full' | 'readOnly' | 'damaged' | 'io'

/** Why a write into the database failed. `locked`: another program holds it. */
export type StoreFault = DiskFault | 'locked'
