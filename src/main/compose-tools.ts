import { UnsavedText } from './adapters/edits/unsaved-text.ts'
import { thinksOf } from './adapters/known-models/known-models.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { createPatchThread } from './adapters/tools/changes/patch-thread.ts'
import { createTools, type ServerTools } from './adapters/tools/create-tools.ts'
import type { ComposedExtras } from './compose-extras.ts'
import type { ConversationFiles } from './compose-files.ts'
import type { ImagePort } from './runtime/ports/file-ports.ts'
import type { ToolPort } from './runtime/ports/ports.ts'
import type { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { rootOf } from './runtime/registry/root-of.ts'

interface ToolParts {
  readonly dataFolder: string
  readonly home: string
  readonly supervisor: Supervisor
  readonly files: ConversationFiles
  readonly images: ImagePort
  readonly extras: ComposedExtras
  readonly mcpTools: ServerTools
  readonly patchWorker: URL
  /** Called when something runs; by then the registry exists. */
  readonly registry: () => ConversationRegistry
}

export interface ComposedTools {
  readonly tools: ToolPort
  /** What editors have not saved yet. */
  readonly unsaved: UnsavedText
}

/** Builds the tools that models call, with a person's hooks and agents around them. */
export function composeTools(parts: ToolParts): ComposedTools {
  const { dataFolder, extras, files, home, images, registry, supervisor } = parts
  const unsaved = new UnsavedText({
    rootOf: (id) => rootOf(registry(), id),
    nextId: () => systemIds.next(),
    sandboxedRuns: supervisor.sandboxedRuns,
  })
  const tools = createTools({
    dataFolder,
    home,
    supervisor,
    images,
    ...files,
    ...files.backups,
    unsaved,
    thinks: thinksOf,
    workOut: createPatchThread(parts.patchWorker),
    servers: [extras.tools, parts.mcpTools],
    mayShow: extras.instructions.mayShow,
  })
  return { tools: extras.withExtras(tools), unsaved }
}
