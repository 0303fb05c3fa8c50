import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// A process host inherits no environment, so not where vitest.config.ts says that compiled sources are either.
enableCompileCache(resolve(import.meta.dirname, '../../../..', 'node_modules/.cache/phoenix-tests'))
await import('./process-host-entry.ts')
