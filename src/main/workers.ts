/** The program's threads: their source files, in this folder. A build makes `NAME-worker.js` of each. */
export const WORKER_SOURCES = {
  sweep: 'adapters/processes/tree/sweep-worker.ts',
  search: 'adapters/sqlite/search/search-worker.ts',
  upkeep: 'adapters/sqlite/upkeep/upkeep-worker.ts',
  pdf: 'adapters/images/pdf-worker.ts',
  import: 'adapters/imports/import-worker.ts',
  patch: 'adapters/tools/changes/patch-worker.ts',
} as const

type WorkerName = keyof typeof WORKER_SOURCES

/** The files that threads run. */
export type Workers = Readonly<Record<WorkerName, URL>>

/** A build's, next to its entry. */
export function builtWorkers(entry: string): Workers {
  return workersAt((name) => new URL(builtName(name), entry))
}

/** For what runs from the sources. */
export function sourceWorkers(): Workers {
  return workersAt((name) => new URL(WORKER_SOURCES[name], import.meta.url))
}

/** The names of the files in a build. */
export const BUILT_WORKERS: readonly string[] = Object.keys(WORKER_SOURCES).map(builtName)

function builtName(name: string): string {
  return `${name}-worker.js`
}

function workersAt(fileOf: (name: WorkerName) => URL): Workers {
  const names = Object.keys(WORKER_SOURCES) as WorkerName[]
  return Object.fromEntries(names.map((name) => [name, fileOf(name)])) as Workers
}
