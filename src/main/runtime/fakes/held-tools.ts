import type { AttachedImage } from '../../../shared/messages/attachment.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import type { ChangePreview } from '../../../shared/conversation/change-preview.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import { questionOf } from '../../../shared/messages/user-question.ts'
import { ASK_USER_SPEC, SPAWN_SPEC, SUBMIT_SPEC, tasksOf } from '../../core/request/agent-tools.ts'
import type { Caller } from '../../core/machine/context.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { Stop, ToolOutcome, ToolPort, ToolRun } from '../ports/ports.ts'
import type { ToolUser } from '../ports/tool-user.ts'

/** A run that continues until the test ends it. */
export class HeldRun {
  readonly run: ToolRun
  readonly #resolve: (outcome: ToolOutcome) => void

  constructor(run: ToolRun, resolve: (outcome: ToolOutcome) => void) {
    this.run = run
    this.#resolve = resolve
  }

  get command(): unknown {
    const { input } = this.run.call
    return input.type === 'object' ? input.value['command'] : null
  }

  get stopReason(): Stop['reason'] | null {
    return this.run.signal.aborted ? (this.run.signal.reason as Stop).reason : null
  }

  print(text: string): void {
    this.run.onOutput(text)
  }

  finish(
    text: string,
    outcome: ToolOutcome['outcome'] = 'ok',
    files: ToolOutcome['files'] = [],
  ): void {
    const content = [{ type: 'text', text }] as const
    this.#resolve({ outcome, content, summary: null, files, digest: `${outcome} ${text}` })
  }

  /** Ends the run successfully, with an image for the model. */
  show({ copy: blob, original: _original, ...image }: AttachedImage): void {
    const content = [{ type: 'image', blob, ...image }] as const
    this.#resolve({ outcome: 'ok', content, summary: null, files: [], digest: blob })
  }
}

/** Tools with bash and bash_background, whose runs the test controls, and those that the machine carries out. */
export class HeldTools implements ToolPort {
  readonly runs: HeldRun[] = []

  specs({ caller }: Pick<ToolUser, 'caller'>): readonly ToolSpec[] {
    const bash = { name: 'bash', description: 'Runs a command.', inputSchema: { type: 'object' } }
    return caller === 'root' ? [bash, ASK_USER_SPEC, SPAWN_SPEC] : [bash, SUBMIT_SPEC]
  }

  inspect(
    call: { readonly name: string; readonly input: CallInput },
    { caller }: Pick<ToolUser, 'caller'>,
  ): Promise<CallFacts> {
    const { name, input } = call
    return Promise.resolve({
      name,
      input,
      digest: JSON.stringify([name, input]),
      check: checkOf(name, input, caller),
    })
  }

  /** Returns the command as the diff. */
  preview({ subject }: Pick<Call, 'subject'>): Promise<ChangePreview> {
    return Promise.resolve({ type: 'diff', text: String(subject), leftOut: 0 })
  }

  run(run: ToolRun): Promise<ToolOutcome> {
    return new Promise((resolve) => this.runs.push(new HeldRun(run, resolve)))
  }

  get last(): HeldRun {
    const last = this.runs.at(-1)
    if (last === undefined) throw new Error('no tool was run')
    return last
  }
}

function checkOf(name: string, input: CallInput, caller: Caller): CallFacts['check'] {
  const runnable = { type: 'runnable', limitMs: 60_000, subject: null, reach: 'inside' } as const
  if (['bash', 'bash_background'].includes(name) && input.type === 'object') {
    return { ...runnable, action: 'command', subject: String(input.value['command']) }
  }
  if (name === SPAWN_SPEC.name && caller === 'root' && tasksOf(input) !== null) {
    return { ...runnable, action: 'spawn' }
  }
  if (name === ASK_USER_SPEC.name && caller === 'root' && questionOf(input) !== null) {
    return { ...runnable, action: 'question' }
  }
  if (name === SUBMIT_SPEC.name && caller !== 'root' && input.type === 'object') {
    return { ...runnable, action: 'submit' }
  }
  return { type: 'unusable', text: `There is no tool ${name}, or its input is not valid.` }
}
