import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Call } from '../../../shared/conversation/turn.ts'
import { CallId, WorkId } from '../../../shared/ids.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports/ports.ts'
import type { TrustPort } from '../../runtime/ports/servers/trust-port.ts'
import { CONVERSATION, supervisorOn, temporaryFolder } from '../processes/supervisor-fixture.ts'
import type { SupervisorOptions } from '../processes/supervisor.ts'
import { FolderTrust } from '../trust/folder-trust.ts'
import { createTrustControl } from '../trust/trust-control.ts'
import { withHooks } from './hooked-tools.ts'
import { Hooks } from './hooks.ts'

/** A tool whose calls always work, with real hooks of a folder around it. */
export interface HookRig extends AsyncDisposable {
  readonly folder: string
  readonly home: string
  readonly hooks: Hooks
  readonly tools: ToolPort
  readonly control: TrustPort
  /** The calls that the tool received. */
  readonly calls: Call[]
  readonly place: { readonly conversationId: typeof CONVERSATION; readonly folder: string }
  write(path: string, text: string): void
  /** Writes hooks into the folder's file. */
  set(hooks: unknown): void
  /** Allows everything in its current form. */
  allowAll(): Promise<void>
  call(
    name: string,
    input?: Readonly<Record<string, unknown>>,
    more?: Partial<ToolRun>,
  ): Promise<ToolOutcome>
}

export function createHookRig(options: Partial<SupervisorOptions> = {}): HookRig {
  const data = temporaryFolder()
  const work = temporaryFolder()
  const own = temporaryFolder()
  const folder = work.path
  const home = own.path
  const supervisor = supervisorOn(data.path, options)
  const trust = new FolderTrust(data.path)
  const hooks = new Hooks({
    home,
    dataFolder: data.path,
    trust,
    serve: (request) => supervisor.serve(request),
    nextId: () => WorkId.parse(randomUUID()),
  })
  const views = async (at: string) => (await hooks.filesIn(at)).map(({ view }) => view())
  const control = createTrustControl({ sources: [views], trust, home })
  const calls: Call[] = []
  const tools = withHooks(plainTools(calls), hooks)
  const write = (path: string, text: string): void => {
    const whole = join(folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, text)
  }
  return {
    folder,
    home,
    hooks,
    tools,
    control,
    calls,
    place: { conversationId: CONVERSATION, folder },
    write,
    set: (list) => write('.claude/settings.json', JSON.stringify({ hooks: list })),
    async allowAll() {
      for (const file of await control.list(folder))
        await control.allow(folder, { ...file, isAllowed: true })
    },
    call: (name, input = {}, more = {}) =>
      tools.run({
        conversationId: CONVERSATION,
        workId: WorkId.parse('work'),
        call: callOf(name, input),
        folder,
        sandboxPolicy: null,
        signal: new AbortController().signal,
        isKnownToModel: () => false,
        onOutput: () => undefined,
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      await supervisor.close()
      for (const each of [own, work, data]) each[Symbol.dispose]()
    },
  }
}

function plainTools(calls: Call[]): ToolPort {
  return {
    specs: () => [],
    inspect: ({ input, name }) =>
      Promise.resolve({
        name,
        input,
        digest: name,
        check: {
          type: 'runnable',
          limitMs: 1_000,
          action: 'command',
          subject: null,
          reach: 'inside',
        },
      }),
    preview: () => Promise.resolve({ type: 'none' }),
    run({ call }) {
      calls.push(call)
      const outcome = call.name === 'fails' ? 'failed' : 'ok'
      const content = [{ type: 'text', text: 'done' }] as const
      return Promise.resolve({ outcome, content, summary: null, files: [], digest: 'd' })
    },
  }
}

function callOf(name: string, value: Readonly<Record<string, unknown>>): Call {
  return {
    callId: CallId.parse('call'),
    name,
    input: { type: 'object', value: { ...value } },
    digest: 'd',
    action: 'command',
    subject: null,
    verdict: { type: 'run', limitMs: 1_000, isApproved: true, mayWrite: true, editedTo: null },
  }
}

export function textOf({ content }: Pick<ToolOutcome, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** A single hook for an event. */
export function one(
  event: string,
  command: string,
  more: { matcher?: string; timeout?: number } = {},
): unknown {
  const { matcher, timeout } = more
  const entry = { type: 'command', command, ...(timeout !== undefined && { timeout }) }
  return { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [entry] }] }
}
