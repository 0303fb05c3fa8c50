import { asEdited, editNote } from '../../../shared/conversation/edited-call.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import type { Caller } from '../../core/machine/context.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { ToolOutcome, ToolPort } from '../../runtime/ports/ports.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import type { BackupStores } from '../edits/keep-before.ts'
import type { KeptOutputs } from '../outputs/kept-outputs.ts'
import type { InstructionsOptions } from '../files/folder-instructions.ts'
import type { AttachedFiles } from '../files/attached-files.ts'
import type { FetchOptions } from '../web/fetch-page.ts'
import { createPlaces, type PlacesOptions } from '../files/places.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { createBash } from './bash.ts'
import { createBashBackground } from './bash-background.ts'
import { createAskUser, createSpawn, createSubmit } from './agents.ts'
import { digestOf, resultDigestOf } from './definition/call-digest.ts'
import { createApplyPatch } from './changes/apply-patch.ts'
import type { WorkOutPatch } from './changes/patch-thread.ts'
import { createEditFile } from './changes/edit-file.ts'
import { createGlob } from './reading/glob.ts'
import { createGrep } from './reading/grep.ts'
import { createListFiles } from './reading/list-files.ts'
import { OwnWrites } from './changes/own-writes.ts'
import { createReadFile, type ReadOptions } from './reading/read-file.ts'
import { createThink, THINK } from './think.ts'
import { createTodoWrite } from './todo-write.ts'
import { createWebFetch } from './web-fetch.ts'
import { createWriteFile } from './changes/write-file.ts'
import { withNested } from './nested-instructions.ts'
import { ABORTED, failedWith, NO_PREVIEW, type Tool, type ToolResult } from './definition/tool.ts'

/** Says whether a model thinks without being asked; null if unknown. */
type Thinks = (model: string) => boolean | null

export interface ToolsOptions
  extends
    Omit<PlacesOptions, 'holdsOutput'>,
    BackupStores,
    ReadOptions,
    Pick<InstructionsOptions, 'mayShow'> {
  readonly outputs: Pick<KeptOutputs, 'begin'>
  readonly attached: Pick<AttachedFiles, 'holds'>
  readonly thinks: Thinks
  readonly workOut: WorkOutPatch
  /** For tests. */
  readonly web?: FetchOptions
  readonly supervisor: Pick<Supervisor, 'run' | 'holdsOutput' | 'findings' | 'jobs'>
  /** Tools that come and go. Default: none. */
  readonly servers?: readonly ServerTools[]
}

/** The tools of MCP servers and of skills, which come and go. */
export interface ServerTools extends Required<Pick<ToolPort, 'ready' | 'specs'>> {
  /** Null if there is currently none of this name. */
  find(name: string, at: CallPlace): Tool | null
}

/** The conversation that a call belongs to, and its folder. */
export type CallPlace = Parameters<ToolPort['inspect']>[1]

/** The tools that models can call; each kind of conversation has its own set. */
export function createTools(options: ToolsOptions): ToolPort {
  const holdsOutput = (path: string): boolean =>
    options.supervisor.holdsOutput(path) || options.attached.holds(path)
  const places = createPlaces({ ...options, holdsOutput })
  const ports = { ...options, places, ownWrites: new OwnWrites() }
  const tools = [
    createBash(options.supervisor, options.outputs),
    createBashBackground(options.supervisor.jobs),
    createReadFile(places, options),
    createListFiles(places),
    createGlob(places),
    createGrep(places),
    createEditFile(ports),
    createWriteFile(ports),
    createApplyPatch(ports),
    createThink(),
    createTodoWrite(),
    createWebFetch(options.web),
    createAskUser(),
    createSpawn(),
    createSubmit(),
  ]
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]))
  const servers = joined(options.servers ?? [])
  const toolsOf = (caller: Caller): readonly Tool[] =>
    tools.filter(({ callers }) => callers.includes(caller))
  return {
    ready: (user, signal) => servers.ready(user, signal),
    specs: (user) => [
      ...shownTo(user, toolsOf(user.caller), options.thinks),
      ...servers.specs(user),
    ],
    async inspect({ name, input }, at) {
      const { caller, folder } = at
      const own = toolsOf(caller).find(({ spec }) => spec.name === name)
      const tool = own ?? servers.find(name, at) ?? undefined
      try {
        if (tool !== undefined) return { name, input, ...(await tool.inspect(input, folder)) }
      } catch (error) {
        // A check that throws is a bug of ours, and the model still gets an answer.
        const text = `The input could not be checked: ${String(error)}`
        return { name, input, digest: digestOf(name, input), check: { type: 'unusable', text } }
      }
      return {
        name,
        input,
        digest: digestOf(name, input),
        check: unknownTool(name, toolsOf(caller)),
      }
    },
    async preview(call, at) {
      try {
        return (await byName.get(call.name)?.preview(call, at)) ?? NO_PREVIEW
      } catch {
        // Whatever goes wrong, the call can be answered without a preview.
        return NO_PREVIEW
      }
    },
    async run(requested) {
      const run = { ...requested, call: asEdited(requested.call) }
      const { conversationId, folder } = run
      const at = { caller: 'root', conversationId, folder } as const
      const tool = byName.get(run.call.name) ?? servers.find(run.call.name, at)
      if (run.signal.aborted) return outcomeOf(ABORTED)
      try {
        const result = await (tool?.run(run) ??
          failedWith(unknownTool(run.call.name, toolsOf('root')).text))
        const nested = withNested(result, run, options)
        return outcomeOf(withEdit(withFindings(nested, options.supervisor, run.folder), run.call))
      } catch (error) {
        return outcomeOf(failedWith(`${run.call.name} failed inside Phoenix: ${String(error)}`))
      }
    },
  }
}

function joined(all: readonly ServerTools[]): ServerTools {
  return {
    ready: async (user, signal) => {
      await Promise.all(all.map((each) => each.ready(user, signal)))
    },
    specs: (user) => all.flatMap((each) => each.specs(user)),
    find: (name, at) =>
      all.map((each) => each.find(name, at)).find((tool) => tool !== null) ?? null,
  }
}

/** A model that thinks without being asked is not offered the think tool; if it calls it anyway, it gets an answer. */
function shownTo(
  { hasThought, model }: ToolUser,
  tools: readonly Tool[],
  thinks: Thinks,
): readonly ToolSpec[] {
  const specs = tools.map(({ spec }) => spec)
  return (thinks(model) ?? hasThought()) ? specs.filter(({ name }) => name !== THINK) : specs
}

/** Findings about what a command left in the folder are reported with the next result, whichever tool it belongs to. */
function withFindings(
  result: ToolResult,
  { findings }: Pick<Supervisor, 'findings'>,
  folder: string,
): ToolResult {
  if (result.outcome === 'aborted') return result
  const found = findings(folder)
  if (found.length === 0) return result
  const text = `\n${found.map((sentence) => `[${sentence}]`).join('\n')}`
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

/** Tells the model that the user edited its command before it ran. */
function withEdit(result: ToolResult, call: Call): ToolResult {
  const note = editNote(call)
  if (note === '') return result
  const summary = result.summary === null ? 'edited' : `edited · ${result.summary}`
  return { ...result, summary, content: [{ type: 'text', text: note }, ...result.content] }
}

function outcomeOf({ fingerprint, touched: _touched, ...result }: ToolResult): ToolOutcome {
  return { ...result, digest: resultDigestOf(result.outcome, fingerprint) }
}

/** T19: the result for an unknown name lets the model correct itself. */
function unknownTool(
  name: string,
  tools: readonly Tool[],
): Extract<CallFacts['check'], { type: 'unusable' }> {
  const names = tools.map((tool) => tool.spec.name).join(', ')
  return {
    type: 'unusable',
    text: `There is no tool called ${name.slice(0, 100)}. The tools are: ${names}.`,
  }
}
