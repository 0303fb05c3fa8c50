import type { SerializedError, TestCase, TestModule } from 'vitest/node'
import { DefaultReporter, type TestRunEndReason } from 'vitest/node'
import { electronPath } from '../e2e/support/electron-path.ts'
import { commandFor } from './test-command.ts'

/** The number of files listed at the end, longest first. */
const SLOWEST = 8

/**
 * Prints a test run: the errors, each with the command that runs its test separately; the slowest files; the counts.
 * Files that pass are not listed.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class TestReport extends DefaultReporter {
  #modules: readonly TestModule[] = []

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    this.#modules = modules
    super.onTestRunEnd(modules, errors, reason)
  }

  override reportSummary(_files: unknown, errors: readonly unknown[]): void {
    for (const module of this.#modules) this.#printFailures(module)
    if (errors.length > 0) this.ctx.logger.printUnhandledErrors([...errors])
    this.#printMinutes()
    this.#printCounts(errors.length)
  }

  protected override printTestModule(): void {
    // The summary at the bottom of a terminal shows the progress.
  }

  #printFailures(module: TestModule): void {
    const file = module.relativeModuleId
    const { name } = module.project
    for (const error of module.errors()) {
      this.error(`\nFAIL  ${name}  ${file}`)
      this.ctx.logger.printError(error, { project: module.project })
      this.error(`Run it alone:  ${commandFor(name, file, null)}\n`)
    }
    for (const test of module.children.allTests('failed')) {
      this.error(`\nFAIL  ${name}  ${file}  ${test.fullName}`)
      for (const error of test.result().errors ?? [])
        this.ctx.logger.printError(error, { project: module.project })
      this.error(`Run it alone:  ${commandFor(name, file, test.fullName)}\n`)
    }
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) {
        this.error(`\nFAIL  ${name}  ${file}  ${suite.fullName}`)
        this.ctx.logger.printError(error, { project: module.project })
        this.error(`Run it alone:  ${commandFor(name, file, null)}\n`)
      }
    }
  }

  #printMinutes(): void {
    const byProject = Map.groupBy(this.#modules, ({ project }) => project.name)
    this.log(`\nWhere the ${seconds(this.end - this.start)} went (several files run at a time):`)
    for (const [name, modules] of byProject) {
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const time = modules.reduce((sum, module) => sum + timeOf(module), 0)
      this.log(
        `${seconds(time).padStart(9)}  ${name}: ${count(modules.length, 'file')}, ${count(tests.length, 'test')}`,
      )
    }
    this.log('The slowest files:')
    for (const module of this.#modules.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, SLOWEST))
      this.log(`${seconds(timeOf(module)).padStart(9)}  ${module.relativeModuleId}`)
  }

  #printCounts(errors: number): void {
    const tests = this.#modules.flatMap((module) => [...module.children.allTests()])
    const of = (state: 'passed' | 'failed' | 'skipped'): readonly TestCase[] =>
      tests.filter((test) => test.result().state === state)
    const broken = this.#modules.reduce((sum, module) => sum + module.errors().length, 0)
    const parts = [
      `${of('passed').length} passed`,
      `${of('failed').length + broken + errors} failed`,
      ...(of('skipped').length > 0 ? [`${of('skipped').length} skipped`] : []),
    ]
    this.log(`\n${parts.join(', ')} in ${seconds(this.end - this.start)}`)
    if (this.#modules.some(({ project }) => project.name === 'e2e') && electronPath === null)
      this.log(
        'Not run: the tests of the window on real Electron. Its binary is not here; npx install-electron --no gets it.',
      )
  }
}

function timeOf(module: TestModule): number {
  const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
  return collectDuration + duration + prepareDuration + setupDuration
}

function seconds(ms: number): string {
  const whole = ms / 1_000
  return whole < 100
    ? `${whole.toFixed(1)} s`
    : `${Math.floor(whole / 60)} min ${Math.round(whole % 60)} s`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
