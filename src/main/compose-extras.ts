import { WorkId } from '../shared/ids.ts'
import type { ReplaceFile } from './adapters/data-folder/atomic-file.ts'
import { AbsentPlaces } from './adapters/folder-files/absent-places.ts'
import { hookPort } from './adapters/hooks/hook-port.ts'
import { withHooks } from './adapters/hooks/hooked-tools.ts'
import { Hooks } from './adapters/hooks/hooks.ts'
import { agentPort, withAgents } from './adapters/skills/agent-tools.ts'
import { Agents } from './adapters/skills/agents.ts'
import { createSkillTools } from './adapters/skills/skill-tool.ts'
import { commandViews, ownCommands } from './adapters/skills/own-commands.ts'
import { Skills } from './adapters/skills/skills.ts'
import type { ServerTools } from './adapters/tools/create-tools.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import { asWorkOf } from './adapters/system/whose-work.ts'
import { FolderTrust } from './adapters/trust/folder-trust.ts'
import { TrustedInstructions } from './adapters/trust/trusted-instructions.ts'
import { createTrustControl } from './adapters/trust/trust-control.ts'
import type { HandlerPorts } from './runtime/commands/handler-ports.ts'
import type { ToolPort } from './runtime/ports/ports.ts'
import type { AgentPort } from './runtime/ports/servers/agent-port.ts'
import type { HookPort } from './runtime/ports/servers/hook-port.ts'
import type { TrustPort } from './runtime/ports/servers/trust-port.ts'

interface ExtrasParts {
  readonly dataFolder: string
  readonly home: string
  readonly supervisor: Supervisor
  readonly replace: ReplaceFile
}

export interface ComposedExtras {
  readonly trust: FolderTrust
  readonly control: TrustPort
  readonly ports: { readonly hooks: HookPort; readonly agents: AgentPort }
  readonly commands: HandlerPorts['folderFiles']['commands']
  readonly instructions: TrustedInstructions
  /** The tools of skills. */
  readonly tools: ServerTools
  /** Returns the same tools with a person's hooks and agents around them. */
  withExtras(tools: ToolPort): ToolPort
}

/**
 * Builds hooks, skills, agents, commands and instructions, of folders and of the person. Nothing is read before it is
 * needed.
 */
export function composeExtras(parts: ExtrasParts): ComposedExtras {
  const { dataFolder, home, replace, supervisor } = parts
  const trust = new FolderTrust(dataFolder, replace)
  const absent = new AbsentPlaces()
  const places = { home, dataFolder, trust, absent }
  const hooks = new Hooks({
    ...parts,
    ...places,
    serve: (request) => supervisor.serve(request),
    nextId: () => WorkId.parse(systemIds.next()),
  })
  const skills = new Skills(places)
  const agents = new Agents(places)
  const instructions = new TrustedInstructions({ home, dataFolder, trust })
  const views = {
    hooks: async (folder: string) => (await hooks.filesIn(folder)).map(({ view }) => view()),
    skills: (folder: string) => skills.viewsIn(folder),
    agents: (folder: string) => agents.viewsIn(folder),
    commands: (folder: string) => commandViews(folder, places),
    instructions: async (folder: string) => instructions.viewsIn(folder),
  }
  return {
    trust,
    control: createTrustControl({
      sources: Object.values(views),
      trust,
      home,
      absent,
    }),
    commands: (folder) => ownCommands(folder, places),
    instructions,
    ports: { hooks: hookPort(hooks), agents: agentPort(agents) },
    tools: createSkillTools(skills, dataFolder),
    withExtras: (tools) => {
      const hooked = withHooks(withAgents(tools, agents), hooks)
      return {
        ...hooked,
        run: (run) => asWorkOf(run.conversationId, () => hooked.run(run)),
      }
    },
  }
}
