import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { textsOf, type ToolContent } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports/ports.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import type { ToolsOptions } from './create-tools.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

const CALL = CallId.parse('call')

export interface CallAnswer {
  readonly outcome: ToolOutcome['outcome']
  readonly text: string
  readonly summary: string | null
}

/** A conversation's folder on a real disk, next to a home, a data folder and an outside folder; and the tools. */
export class Workspace implements Disposable {
  readonly root = temporaryFolder()
  readonly folder = join(this.root.path, 'work')
  readonly home = join(this.root.path, 'home')
  readonly dataFolder = join(this.root.path, 'data')
  readonly outside = join(this.root.path, 'outside')
  readonly blobs = openBlobFiles(this.dataFolder)
  readonly tools: ToolPort
  /** Simulated output files of commands. */
  readonly outputs: string[] = []
  /** The images in the last result. */
  images: readonly Extract<ToolContent, { type: 'image' }>[] = []

  /** `unsaved`: the text in its editor. `mayShow`: the instructions that a person allows; by default all. */
  constructor(options: Pick<ToolsOptions, 'mayShow' | 'unsaved'> = {}) {
    for (const each of [this.folder, this.home, this.dataFolder, this.outside]) mkdirSync(each)
    const supervisor = {
      run: refuse,
      holdsOutput: (path: string) => this.outputs.includes(path),
      findings: () => [],
      jobs: NO_JOBS,
    }
    const { blobs, home } = this
    this.tools = toolsOn(this.dataFolder, { supervisor, home, blobs, ...options })
  }

  /** Writes a file in the folder, and the folders that it needs. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }

  /** The content of a file in the folder. */
  text(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8')
  }

  inspect(name: string, input: Record<string, unknown>): Promise<CallFacts> {
    const at = { folder: this.folder, caller: 'root' } as const
    return this.tools.inspect({ name, input: { type: 'object', value: input } }, at)
  }

  /** Runs an inspected call, as if the user had allowed it or nobody had to be asked. */
  async run(
    facts: CallFacts,
    options: Partial<ToolRun> & { isApproved?: boolean } = {},
  ): Promise<CallAnswer> {
    const { isApproved = false, ...others } = options
    if (facts.check.type === 'unusable') {
      return { outcome: 'failed', text: facts.check.text, summary: null }
    }
    const { action, limitMs, subject } = facts.check
    const { digest, input, name } = facts
    const verdict = { type: 'run', limitMs, isApproved, mayWrite: true, editedTo: null } as const
    const call = { callId: CALL, name, input, digest, action, subject, verdict }
    const { content, outcome, summary } = await this.#start({ call, ...others })
    this.images = content.filter((part) => part.type === 'image')
    return { outcome, summary, text: textsOf(content).join('') }
  }

  /** The complete outcome of a runnable call, as recorded. */
  async outcome(
    { check, digest, input, name }: CallFacts,
    callId: CallId,
    signal = new AbortController().signal,
  ): Promise<ToolOutcome> {
    if (check.type === 'unusable') throw new Error(check.text)
    const { action, limitMs, subject } = check
    const verdict = {
      type: 'run',
      limitMs,
      isApproved: true,
      mayWrite: true,
      editedTo: null,
    } as const
    return this.#start({ call: { callId, name, input, digest, action, subject, verdict }, signal })
  }

  #start(options: Partial<ToolRun> & Pick<ToolRun, 'call'>): Promise<ToolOutcome> {
    return this.tools.run({
      conversationId: ConversationId.parse('conversation'),
      workId: WorkId.parse('work'),
      folder: this.folder,
      sandboxPolicy: null,
      signal: new AbortController().signal,
      onOutput: () => undefined,
      isKnownToModel: () => false,
      ...options,
    })
  }

  async call(name: string, input: Record<string, unknown>): Promise<CallAnswer> {
    return this.run(await this.inspect(name, input))
  }

  [Symbol.dispose](): void {
    this.root[Symbol.dispose]()
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('no command is run here'))
}
