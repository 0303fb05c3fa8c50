import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import { McpServer } from '../../../shared/mcp-server.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import { supervisorOn, temporaryFolder } from '../processes/supervisor-fixture.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import type { ServerTools } from '../tools/create-tools.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import type { ToolResult } from '../tools/definition/tool.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { SignIns } from './sign-in/sign-in.ts'
import { SignInStore } from './sign-in/sign-in-store.ts'
import { FolderTrust } from '../trust/folder-trust.ts'
import { McpChoices } from './choices.ts'
import { createMcpControl } from './mcp-control.ts'
import { createServerTools } from './mcp-tools.ts'
import type { PersonServer } from './person-servers.ts'
import { hashOf } from './read-config.ts'
import { McpServers, type ServersOptions } from './servers.ts'

export const UNRULY = new URL('./unruly-server.fixture.ts', import.meta.url).pathname
export const CONVERSATION = ConversationId.parse('conversation')
const NO_PICTURES: PictureOptions = {
  images: {
    prepare: () => Promise.resolve({ type: 'refused', problem: 'It is no image.' }),
  } as unknown as PictureOptions['images'],
  blobs: { keep: () => Promise.resolve(failed('io')) },
}

export function unruly(mode: string, ...more: readonly string[]): McpServer {
  return McpServer.parse({ command: process.execPath, args: [UNRULY, mode, ...more] })
}

/** A user's servers for one folder, under a real supervisor. */
export interface McpRig extends AsyncDisposable {
  readonly folder: string
  readonly supervisor: Supervisor
  readonly servers: McpServers
  readonly tools: ServerTools
  readonly control: ReturnType<typeof createMcpControl>
  readonly choices: McpChoices
  readonly user: ToolUser
  readonly place: { readonly conversationId: ConversationId; readonly folder: string }
  /** Writes the folder's file. */
  writeFile(mcpServers: unknown): void
  ready(): Promise<void>
  names(): readonly string[]
  /** Inspects and runs a call like a conversation does. */
  call(
    name: string,
    input?: Readonly<Record<string, unknown>>,
    more?: Partial<Pick<ToolRun, 'signal' | 'onOutput' | 'ask'>>,
  ): Promise<ToolResult>
}

export function createMcpRig(
  own: Readonly<Record<string, McpServer>>,
  more: {
    readonly timing?: ServersOptions['timing']
    readonly absent?: ServersOptions['absent']
    readonly environment?: NodeJS.ProcessEnv
    readonly pictures?: PictureOptions
    readonly clean?: (text: string) => string
    readonly onChanged?: () => void
  } = {},
): McpRig {
  const data = temporaryFolder()
  const work = temporaryFolder()
  const folder = work.path
  const supervisor = supervisorOn(data.path)
  const list = new Map<string, PersonServer>()
  for (const [name, server] of Object.entries(own))
    list.set(name, { name, server, isOn: true, hash: hashOf(name, server) })
  const choices = new McpChoices(data.path)
  const trust = new FolderTrust(data.path)
  const persons = {
    problems: () => [],
    list: () => [...list.values()],
    save: (name: string, server: McpServer) => {
      list.set(name, { name, server, isOn: true, hash: hashOf(name, server) })
      return ok(null)
    },
    switch: (name: string, isOn: boolean) => {
      const own = list.get(name)
      if (own !== undefined) list.set(name, { ...own, isOn })
      return ok(null)
    },
    remove: (name: string) => {
      list.delete(name)
      return ok(null)
    },
  }
  const secrets = openSecrets({
    folder: data.path,
    keyring: { type: 'unasked' },
    choice: () => ok({ keyRest: null }),
    now: () => Date.now(),
  })
  const store = new SignInStore(secrets, () => undefined)
  const signIns = new SignIns(store, (url) => servers.signedIn(url))
  const servers: McpServers = new McpServers({
    signIns,
    supervisor,
    persons,
    choices,
    trust,
    environment: more.environment ?? process.env,
    nextId: randomUUID,
    onSecret: () => undefined,
    clean: more.clean ?? ((text) => text),
    rootOf: (id) => id,
    onChanged: more.onChanged ?? (() => undefined),
    ...(more.timing === undefined ? {} : { timing: more.timing }),
    ...(more.absent === undefined ? {} : { absent: more.absent }),
  })
  const place = { conversationId: CONVERSATION, folder }
  const user: ToolUser = { ...place, caller: 'root', model: 'm', hasThought: () => false }
  const tools = createServerTools(servers, more.pictures ?? NO_PICTURES)
  return {
    folder,
    supervisor,
    servers,
    tools,
    choices,
    control: createMcpControl({ servers, persons, choices, trust, testPlace: place, signIns }),
    user,
    place,
    writeFile: (mcpServers) =>
      writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers })),
    ready: () => tools.ready(user, new AbortController().signal),
    names: () => tools.specs(user).map(({ name }) => name),
    async call(name, input = {}, options = {}) {
      const tool = tools.find(name, { ...place, caller: 'root' })
      if (tool === null) throw new Error(`There is no tool ${name}.`)
      const value = { ...input }
      const { check, digest } = await tool.inspect({ type: 'object', value }, folder)
      if (check.type === 'unusable') throw new Error(check.text)
      const call: Call = {
        callId: CallId.parse('call'),
        name,
        input: { type: 'object', value },
        digest,
        action: check.action,
        subject: check.subject,
        verdict: { type: 'run', limitMs: 1, isApproved: true, mayWrite: true, editedTo: null },
      }
      return tool.run({
        conversationId: CONVERSATION,
        workId: WorkId.parse('work'),
        call,
        folder,
        sandboxPolicy: null,
        signal: new AbortController().signal,
        isKnownToModel: () => false,
        onOutput: () => undefined,
        ...options,
      })
    },
    async [Symbol.asyncDispose]() {
      await servers.close()
      await supervisor.close()
      work[Symbol.dispose]()
      data[Symbol.dispose]()
    },
  }
}

export function textOf({ content }: Pick<ToolResult, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : `<${part.name}>`)).join('\n')
}
