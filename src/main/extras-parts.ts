import { WorkId } from '../shared/ids.ts'
import { hookPort } from './adapters/hooks/hook-port.ts'
import { withHooks } from './adapters/hooks/hooked-tools.ts'
import { Hooks } from './adapters/hooks/hooks.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { asWorkOf } from './adapters/system/whose-work.ts'
import { FolderTrust } from './adapters/trust/folder-trust.ts'
import { createTrustControl } from './adapters/trust/trust-control.ts'
import type { ToolPort } from './runtime/ports/ports.ts'
import type { HookPort } from './runtime/ports/servers/hook-port.ts'
import type { TrustPort } from './runtime/ports/servers/trust-port.ts'

interface ExtrasDoors {
  readonly dataFolder: string
  readonly home: string
  readonly supervisor: Supervisor
}

export interface ExtrasParts {
  readonly trust: FolderTrust
  readonly control: TrustPort
  readonly hooks: HookPort
  /** The same tools with what a person has set around them. */
  around(tools: ToolPort): ToolPort
}

/** Hooks, skills and agents of folders and of a person's own. Nothing is read before somebody needs it. */
export function composeExtras(doors: ExtrasDoors): ExtrasParts {
  const { dataFolder, home, supervisor } = doors
  const trust = new FolderTrust(dataFolder)
  const hooks = new Hooks({
    ...doors,
    trust,
    serve: (request) => supervisor.serve(request),
    nextId: () => WorkId.parse(systemIds.next()),
  })
  const views = {
    hooks: async (folder: string) => (await hooks.filesIn(folder)).map(({ view }) => view),
  }
  return {
    trust,
    control: createTrustControl({ sources: [views.hooks], trust, home }),
    hooks: hookPort(hooks),
    around: (tools) => {
      const hooked = withHooks(tools, hooks)
      return {
        ...hooked,
        run: (run) => asWorkOf(run.conversationId, () => hooked.run(run)),
      }
    },
  }
}
