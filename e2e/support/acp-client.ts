import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import {
  client,
  type ClientCapabilities,
  type ClientConnection,
  type ContentBlock,
  type McpServer,
  methods,
  ndJsonStream,
  type NewSessionResponse,
  type PromptResponse,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { afterEach, beforeEach } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../fake-model-server/fake-model-server.ts'
import { freshFolder, withoutKeys } from './host.ts'

const PROGRAM = resolve(import.meta.dirname, '../../out/main/command-line.js')
const ACPX = resolve(import.meta.dirname, '../../node_modules/acpx/dist/cli.js')

export interface AcpClientOptions {
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string>>
  readonly capabilities?: ClientCapabilities
  /** The option that a person chooses; null: none, until the question is withdrawn. */
  readonly choose?: (request: RequestPermissionRequest) => string | null | Promise<string | null>
  /** The editor's contents of a file; if set, the editor offers to read files. */
  readonly held?: (path: string) => string | Promise<string>
  /** The values with which a person fills in a form. */
  readonly fill?: () => Record<string, string>
}

type Acpx = Pick<AcpClientOptions, 'dataFolder' | 'environment'>

/** Runs a prompt with acpx, an independent client that approves everything; returns its output. */
export function runAcpx(acpx: Acpx, cwd: string, ...options: readonly string[]): Promise<string> {
  return callAcpx({ ...acpx, cwd, home: freshFolder('home') }, ...options, 'exec', 'Go')
}

/** Calls acpx, which keeps its sessions in `home`; returns its output. */
export async function callAcpx(
  { cwd, dataFolder, environment, home }: Acpx & { readonly cwd: string; readonly home: string },
  ...words: readonly string[]
): Promise<string> {
  const agent = `${process.execPath} ${PROGRAM} acp --data ${dataFolder}`
  const args = ['--agent', agent, '--cwd', cwd, '--approve-all', '--format', 'json', ...words]
  const run = await promisify(execFile)(process.execPath, [ACPX, ...args], {
    timeout: 60_000,
    env: { ...withoutKeys(process.env), HOME: home, PHOENIX_TITLES: 'off', ...environment },
  })
  return run.stdout
}

function bytesOf(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

/** An editor that has started `phoenix acp`. */
export class AcpClient {
  readonly child: ChildProcess
  readonly updates: SessionUpdate[] = []
  readonly permissionRequests: RequestPermissionRequest[] = []
  /** The number of questions that the agent withdrew. */
  withdrawn = 0
  err = ''
  readonly exitCode: Promise<number>
  readonly #connection: ClientConnection

  private constructor({ choose, dataFolder, environment, fill, held }: AcpClientOptions) {
    this.child = spawn(process.execPath, [PROGRAM, 'acp'], {
      env: {
        ...withoutKeys(process.env),
        PHOENIX_TITLES: 'off',
        PHOENIX_DATA_DIR: dataFolder,
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.exitCode = once(this.child, 'close').then(([code]) => Number(code))
    const { stderr, stdin, stdout } = this.child
    if (stdin === null || stdout === null) throw new Error('it has no pipes')
    stderr?.on('data', (bytes: Buffer) => (this.err += bytes.toString()))
    this.#connection = client({ name: 'editor' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params.update)
      })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        this.permissionRequests.push(params)
        const optionId = (await choose?.(params)) ?? null
        if (optionId !== null) return { outcome: { outcome: 'selected', optionId } }
        await once(signal, 'abort')
        this.withdrawn++
        return { outcome: { outcome: 'cancelled' } }
      })
      .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
        if (held === undefined) throw new Error('it has not offered this')
        return { content: await held(params.path) }
      })
      .onRequest(methods.client.elicitation.create, () => ({
        action: 'accept',
        content: fill?.() ?? {},
      }))
      .connect(ndJsonStream(Writable.toWeb(stdin), bytesOf(stdout)))
  }

  static async start(options: AcpClientOptions): Promise<AcpClient> {
    const started = new AcpClient(options)
    const fs = { readTextFile: options.held !== undefined, writeTextFile: false }
    const clientCapabilities = { fs, ...options.capabilities }
    const protocolVersion = PROTOCOL_VERSION
    await started.agent.request(methods.agent.initialize, { protocolVersion, clientCapabilities })
    return started
  }

  get agent(): ClientConnection['agent'] {
    return this.#connection.agent
  }

  newSession(cwd: string, mcpServers: McpServer[] = []): Promise<NewSessionResponse> {
    return this.agent.request(methods.agent.session.new, { cwd, mcpServers })
  }

  /** Creates a session that never asks for permission; returns its id. */
  async newAutoSession(cwd: string): Promise<string> {
    const { sessionId } = await this.newSession(cwd)
    await this.agent.request(methods.agent.session.setMode, { sessionId, modeId: 'auto' })
    return sessionId
  }

  /** Sends texts, or blocks. */
  prompt(
    sessionId: string,
    ...blocks: readonly (string | ContentBlock)[]
  ): Promise<PromptResponse> {
    const prompt = blocks.map((block) =>
      typeof block === 'string' ? ({ type: 'text', text: block } as const) : block,
    )
    return this.agent.request(methods.agent.session.prompt, { sessionId, prompt })
  }

  cancel(sessionId: string): Promise<void> {
    return this.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  /** Returns all text of the agent, or of the person, in the updates. */
  said(kind: 'agent_message_chunk' | 'user_message_chunk' = 'agent_message_chunk'): string {
    return this.updates
      .flatMap((update) =>
        update.sessionUpdate === kind && update.content.type === 'text'
          ? [update.content.text]
          : [],
      )
      .join('')
  }

  of<Kind extends SessionUpdate['sessionUpdate']>(
    kind: Kind,
  ): readonly Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
    return this.updates.filter(
      (each): each is Extract<SessionUpdate, { sessionUpdate: Kind }> =>
        each.sessionUpdate === kind,
    )
  }

  /** The editor closes its end. */
  close(): Promise<number> {
    this.child.stdin?.end()
    return this.exitCode
  }
}

/** The parts that each test of a file gets. */
export interface AcpSetup {
  readonly model: FakeModelServer
  readonly dataFolder: string
  /** The folder of its sessions. */
  readonly cwd: string
  readonly environment: Record<string, string>
  /** Starts an editor with this data folder and model; it ends with its test. */
  editor(options?: Omit<AcpClientOptions, 'dataFolder' | 'environment'>): Promise<AcpClient>
}

/** For the top of a test file: returns a function that gives the current test its setup. */
export function setUpAcp(): () => AcpSetup {
  let current: AcpSetup | null = null
  const clients: AcpClient[] = []
  beforeEach(async () => {
    const model = await startFakeModelServer()
    const dataFolder = freshFolder('data')
    const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
    const editor: AcpSetup['editor'] = async (options) => {
      const client = await AcpClient.start({ dataFolder, environment, ...options })
      clients.push(client)
      return client
    }
    current = { model, dataFolder, cwd: freshFolder('work'), environment, editor }
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) {
      client.child.kill('SIGKILL')
      await client.exitCode
    }
    await current?.model.close()
  })
  return () => {
    if (current === null) throw new Error('only within a test')
    return current
  }
}
