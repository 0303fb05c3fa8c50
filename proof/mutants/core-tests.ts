import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { ROOT } from './find-mutants.ts'
import { edited, type Mutant } from './edits.ts'

/** The core's tests, except those of code that is never mutated. */
const INCLUDE = ['src/main/core/**/*.test.ts']
const EXCLUDE = [
  'build-*',
  'context-state',
  'image-budget',
  'purity',
  'replay',
  'restore-event',
  'stored-*',
  'test-property',
  'title',
  'validate-request',
]

function isSlow(file: TestSpecification): number {
  return Number(file.moduleId.includes('properties'))
}

/** Tables before properties: a run stops at the first failure. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => isSlow(a) - isSlow(b))
  }
}

/** Keeps Vitest warm over many runs; in each, one file is read as a mutant. The working tree is not touched. */
export class CoreTests {
  #mutant: Mutant | null = null
  #vitest: Vitest | null = null
  #specifications: TestSpecification[] = []

  async open(): Promise<void> {
    const plugin = { name: 'mutant', enforce: 'pre' as const, load: (id: string) => this.#load(id) }
    this.#vitest = await createVitest(
      'test',
      {
        config: false,
        root: ROOT,
        include: INCLUDE,
        exclude: EXCLUDE.map((name) => `**/${name}.test.ts`),
        watch: false,
        bail: 1,
        isolate: false,
        fileParallelism: false,
        // Their processor time counts as this process's own, and they end with it.
        pool: 'threads',
        // On a busy machine, a slow test would count as one that noticed the mutant. The worker finds what hangs.
        testTimeout: 0,
        sequence: { sequencer: FastFirst },
        // A module read as a mutant must not be cached for the next run.
        fsModuleCache: false,
        reporters: [{}],
        silent: true,
      },
      { plugins: [plugin] },
    )
    await this.#vitest.standalone()
    this.#specifications = await this.#vitest.globTestSpecifications()
  }

  #load(id: string): string | null {
    if (this.#mutant === null || id !== join(ROOT, this.#mutant.file)) return null
    return edited(readFileSync(id, 'utf8'), this.#mutant.edits)
  }

  /** Returns true if a test fails. Null: the unmodified sources. */
  async notice(mutant: Mutant | null): Promise<boolean> {
    const vitest = this.#vitest
    if (vitest === null) throw new Error('not open')
    for (const each of [this.#mutant, mutant]) {
      if (each !== null) vitest.invalidateFile(join(ROOT, each.file))
    }
    this.#mutant = mutant
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      this.#specifications,
    )
    return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  }
}
