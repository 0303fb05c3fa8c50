import { ConversationId } from '../shared/ids.ts'
import type { ReplaceFile } from './adapters/data-folder/atomic-file.ts'
import { AbsentPlaces } from './adapters/folder-files/absent-places.ts'
import { McpChoices } from './adapters/mcp/choices.ts'
import type { FolderTrust } from './adapters/trust/folder-trust.ts'
import { createMcpControl } from './adapters/mcp/mcp-control.ts'
import { createServerTools } from './adapters/mcp/mcp-tools.ts'
import { openPersonServers } from './adapters/mcp/person-servers.ts'
import { SignIns } from './adapters/mcp/sign-in/sign-in.ts'
import { SignInStore } from './adapters/mcp/sign-in/sign-in-store.ts'
import { McpServers } from './adapters/mcp/servers.ts'
import type { Supervisor } from './adapters/processes/supervisor.ts'
import type { Secrets } from './adapters/secrets/secrets.ts'
import { systemClock } from './adapters/system/system-clock.ts'
import { systemIds } from './adapters/system/system-ids.ts'
import type { ServerTools } from './adapters/tools/create-tools.ts'
import type { PictureOptions } from './adapters/tools/reading/read-picture.ts'
import type { McpPort } from './runtime/ports/servers/mcp-port.ts'
import type { ConversationRegistry } from './runtime/registry/conversation-registry.ts'
import { rootOf } from './runtime/registry/root-of.ts'

interface McpParts extends PictureOptions {
  readonly dataFolder: string
  readonly environment: Readonly<NodeJS.ProcessEnv>
  readonly home: string
  readonly secrets: Secrets
  readonly supervisor: Supervisor
  readonly replace: ReplaceFile
  readonly trust: FolderTrust
  readonly observability: {
    readonly onSecret: (secret: string) => void
    readonly clean: (text: string) => string
  }
  /** Called when something runs; by then the registry exists. */
  readonly registry: () => ConversationRegistry
}

export interface ComposedMcp {
  readonly tools: ServerTools
  readonly port: McpPort
  close(): Promise<void>
}

/** ms since 1970. */
const now = (): number => systemClock.now()

/** Builds the MCP servers. Nothing is read or started before it is needed. */
export function composeMcp(parts: McpParts): ComposedMcp {
  const { dataFolder: folder, observability, registry, replace, secrets, trust } = parts
  const { clean, onSecret } = observability
  const persons = openPersonServers({ folder, secrets, onSecret, now, replace })
  const choices = new McpChoices(folder, replace)
  const signIns = new SignIns(new SignInStore(secrets, onSecret), (url) => servers.signedIn(url))
  const absent = new AbsentPlaces()
  const servers = new McpServers({
    supervisor: parts.supervisor,
    persons,
    choices,
    trust,
    absent,
    environment: parts.environment,
    nextId: () => systemIds.next(),
    onSecret,
    clean,
    signIns,
    rootOf: (id) => rootOf(registry(), id),
    onChanged: () => undefined,
  })
  const testPlace = { conversationId: ConversationId.parse('mcp'), folder: parts.home }
  return {
    tools: createServerTools(servers, parts),
    port: createMcpControl({ servers, persons, choices, trust, testPlace, signIns, absent }),
    close: () => servers.close(),
  }
}
