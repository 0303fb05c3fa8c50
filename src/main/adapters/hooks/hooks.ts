import { assertNever } from '../../../shared/assert-never.ts'
import type { HookEvent } from '../../../shared/conversation/hook-run.ts'
import type { HookResults } from '../../runtime/ports/servers/hook-port.ts'
import { allowedHooks, type HookFile, hookFilesOf, type HookPlaces } from './hook-files.ts'
import { type Hook, isForTool } from './hook.ts'
import { type HookEnvironment, type HookPlace, runHook } from './run-hook.ts'

const NOTHING: HookResults = { runs: [], blockReason: null, texts: [] }

export interface HooksOptions extends HookPlaces, HookEnvironment {}

/** The hooks that the user has allowed, from folders and from their home. The files are read each time. */
export class Hooks {
  readonly #options: HooksOptions
  /** Readings for limits that are under way, by folder: the calls of a reply are inspected at once. */
  readonly #readings = new Map<string, Promise<readonly HookFile[]>>()

  constructor(options: HooksOptions) {
    this.#options = options
  }

  filesIn(folder: string): Promise<readonly HookFile[]> {
    return hookFilesOf(folder, this.#options)
  }

  /** The limit for all hooks of a tool together, in ms. */
  async timeFor(folder: string, tool: string): Promise<number> {
    const hooks = allowedHooks(await this.#readOnce(folder))
    const longest = (event: HookEvent): number =>
      Math.max(0, ...hooksFor(hooks, event, tool).map(({ timeoutMs }) => timeoutMs))
    return longest('PreToolUse') + longest('PostToolUse')
  }

  async #readOnce(folder: string): Promise<readonly HookFile[]> {
    const known = this.#readings.get(folder)
    if (known !== undefined) return known
    const reading = this.filesIn(folder)
    this.#readings.set(folder, reading)
    try {
      return await reading
    } finally {
      this.#readings.delete(folder)
    }
  }

  /**
   * Runs the hooks of an event in parallel, each once. `onBegin` receives each command that is about to run. Never rejects.
   */
  async run(
    event: HookEvent,
    about: { readonly tool: string | null; readonly input: Readonly<Record<string, unknown>> },
    place: HookPlace,
    onBegin: (command: string) => void = () => undefined,
  ): Promise<HookResults> {
    const allowed = allowedHooks(await this.filesIn(place.folder))
    const hooks = hooksFor(allowed, event, about.tool)
    if (hooks.length === 0) return NOTHING
    const input = {
      session_id: place.conversationId,
      cwd: place.folder,
      hook_event_name: event,
      ...about.input,
    }
    for (const { command } of hooks) onBegin(command)
    const ran = await Promise.all(hooks.map((hook) => runHook(hook, input, place, this.#options)))
    const reasons = ran.flatMap(({ answer, run }) =>
      answer?.blockReason == null ? [] : [`${nameOf(run.command)}: ${answer.blockReason}`],
    )
    return {
      runs: ran.map(({ run }) => run),
      blockReason: reasons.length === 0 ? null : reasons.join('\n\n'),
      texts: ran.flatMap(({ answer }) =>
        answer === null || answer.forModel === '' ? [] : [answer.forModel],
      ),
    }
  }
}

const MAX_NAME = 80

function nameOf(command: string): string {
  const [line = ''] = command.split('\n')
  return line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME).toWellFormed()}…`
}

function hooksFor(hooks: readonly Hook[], event: HookEvent, tool: string | null): readonly Hook[] {
  const fitting = hooks.filter((hook) => hook.event === event && isAbout(hook, tool))
  return fitting.filter(
    ({ command }, index) => fitting.findIndex((other) => other.command === command) === index,
  )
}

function isAbout(hook: Hook, tool: string | null): boolean {
  switch (hook.event) {
    case 'PreToolUse':
    case 'PostToolUse':
      return tool !== null && isForTool(hook, tool)
    case 'UserPromptSubmit':
    case 'Stop':
      return true
    default:
      return assertNever(hook.event)
  }
}
