import { statfsSync } from 'node:fs'

/** The numbers that `statfs` reports for network file systems. */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x47504653, 'GPFS'],
  [0x0bd00bd0, 'Lustre'],
])

/** Patterns of path segments, and the service that syncs what is below them. */
const SYNCED: readonly (readonly [RegExp, string])[] = [
  [/^Dropbox(?: \(.*\))?$/i, 'Dropbox'],
  [/^OneDrive(?: - .*)?$/i, 'OneDrive'],
  [/^(?:Google ?Drive|My Drive)$/i, 'Google Drive'],
  [/^(?:Mobile Documents|iCloud ?Drive)$/i, 'iCloud'],
  [/^CloudStorage$/, 'a cloud service'],
  [/^Nextcloud$/i, 'Nextcloud'],
  [/^pCloud ?Drive$/i, 'pCloud'],
]

const ADVICE =
  'A database there can be damaged by two machines at once or by a copy that is made at the wrong moment. Quit Phoenix, move its data folder to a disk in this computer and name it with --data or PHOENIX_DATA_DIR.'

/** Sentences for people that say why a database is not safe in this folder; null if no reason is known. */
export function folderWarning(folder: string, typeOf = typeOfDisk): string | null {
  if (/^(?:\\\\|\/\/)[^\\/]/.test(folder)) {
    return `Phoenix’s data is in ${folder}, on another computer. ${ADVICE}`
  }
  const network = NETWORK_TYPES.get(typeOf(folder))
  if (network !== undefined) {
    return `Phoenix’s data is in ${folder}, on a network drive (${network}). ${ADVICE}`
  }
  const parts = folder.split(/[\\/]/)
  const service = SYNCED.find(([name]) => parts.some((part) => name.test(part)))?.[1]
  if (service === undefined) return null
  return `Phoenix’s data is in ${folder}, which ${service} copies. ${ADVICE}`
}

/** 0 if the system does not say. Windows has no such numbers, and none of its file systems has one of the above. */
function typeOfDisk(folder: string): number {
  try {
    // Some systems return a signed number.
    return statfsSync(folder).type >>> 0
  } catch {
    return 0
  }
}
