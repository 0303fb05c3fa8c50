import { createImports } from './adapters/imports/import-port.ts'
import { createPdfPort } from './adapters/images/pdf-text.ts'
import { newestLogLines } from './adapters/log/log-lines.ts'
import { createOpenElsewhere } from './adapters/open-elsewhere/open-elsewhere.ts'
import { createHistoryLog } from './adapters/sqlite/history-log.ts'
import { sqliteVersion } from './adapters/sqlite/open-database.ts'
import { programFacts } from './adapters/system/program-facts.ts'
import { systemClock, systemTimers } from './adapters/system/system-clock.ts'
import type { ConversationFiles } from './compose-files.ts'
import type { FolderPorts } from './compose-folders.ts'
import type { PersonsWork } from './compose-processes.ts'
import type { ComposedStore, Storage } from './compose-storage.ts'
import type { Observability } from './observability.ts'
import { createHandlers } from './runtime/commands/command-handlers.ts'
import type { HandlerPorts, Handlers } from './runtime/commands/handler-ports.ts'
import { Uploads } from './runtime/commands/session/uploads.ts'
import type { ImagePort } from './runtime/ports/file-ports.ts'
import type { Workers } from './workers.ts'

/** Maximum size of the log in a diagnostics file. */
const DIAGNOSTICS_LOG_BYTES = 512 * 1024

interface HandlerParts extends Pick<
  HandlerPorts,
  | 'desktop'
  | 'editor'
  | 'leftovers'
  | 'mcp'
  | 'newAddress'
  | 'processes'
  | 'registry'
  | 'sandboxMissing'
  | 'settings'
  | 'tokens'
  | 'tools'
  | 'trust'
> {
  readonly dataFolder: string
  readonly environment: NodeJS.ProcessEnv
  readonly home: string
  readonly workers: Workers
  readonly observability: Observability
  readonly opened: ComposedStore
  readonly storage: Storage
  readonly files: ConversationFiles
  readonly images: ImagePort
  readonly folders: FolderPorts
  readonly byPerson: PersonsWork
  readonly loginPath: Promise<string | null>
  readonly editorCommand: () => string | null
}

/** Builds the handlers of all commands. */
export function composeHandlers({
  byPerson: { shells, terminals },
  dataFolder,
  editorCommand,
  environment,
  files: { attached, blobs, outputs },
  folders,
  home,
  images,
  loginPath,
  observability: { clean },
  opened: { db },
  storage: { backups, reopen, search, storage, store },
  workers,
  ...ports
}: HandlerParts): Handlers {
  const sandbox = ports.sandboxMissing ?? 'works'
  const pdfs = createPdfPort(workers.pdf)
  return createHandlers({
    ...ports,
    ...folders,
    shells,
    terminals,
    store,
    storage,
    backups,
    reopen,
    search,
    blobs,
    outputs,
    clock: systemClock,
    timers: systemTimers,
    homeFolder: home,
    files: new Uploads({ blobs, images, pdfs, attached, timers: systemTimers }),
    history: createHistoryLog(db),
    diagnostics: {
      facts: () => programFacts({ sqlite: sqliteVersion(db), sandbox }),
      logLines: () => newestLogLines(dataFolder, DIAGNOSTICS_LOG_BYTES),
      clean,
    },
    imports: createImports({ worker: workers.import, home, dataFolder, environment }),
    opener: createOpenElsewhere({
      environment,
      loginPath,
      home,
      dataFolder,
      platform: process.platform,
      editorCommand,
    }),
  })
}
