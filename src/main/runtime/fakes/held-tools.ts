import type { CallInput } from '../../../shared/content.ts'
import type { CallFacts } from '../../core/event.ts'
import type { ToolSpec } from '../../core/model-request.ts'
import type { Stop, ToolOutcome, ToolPort, ToolRun } from '../ports.ts'

/** One run that goes on until the test ends it. */
export class HeldRun {
  readonly run: ToolRun
  private readonly resolve: (outcome: ToolOutcome) => void

  constructor(run: ToolRun, resolve: (outcome: ToolOutcome) => void) {
    this.run = run
    this.resolve = resolve
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

  finish(text: string, outcome: ToolOutcome['outcome'] = 'ok'): void {
    this.resolve({ outcome, content: [{ type: 'text', text }], summary: null })
  }
}

/** Knows one tool, bash, whose runs the test holds in its hand. */
export class HeldTools implements ToolPort {
  readonly runs: HeldRun[] = []

  specs(): readonly ToolSpec[] {
    return [{ name: 'bash', description: 'Runs a command.', inputSchema: { type: 'object' } }]
  }

  inspect(call: { readonly name: string; readonly input: CallInput }): Promise<CallFacts> {
    const { name, input } = call
    const isKnown = name === 'bash' && input.type === 'object'
    return Promise.resolve({
      name,
      input,
      digest: JSON.stringify([name, input]),
      check: isKnown
        ? { type: 'runnable', limitMs: 60_000 }
        : { type: 'unusable', text: `There is no tool ${name}, or its input is no object.` },
    })
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
