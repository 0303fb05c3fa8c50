import { availableParallelism } from 'node:os'
import { EXCEPTIONS } from './exceptions.ts'
import { filesToBreak, mutantsOf } from './find-mutants.ts'
import { MutantRunner } from './mutant-runner.ts'
import type { Mutant } from './edits.ts'

/**
 * `npm run mutants [word ...]`: breaks the core in each place in turn, in the files whose names contain a word, or in
 * all. Its tests must notice each mutant that is not an exception. The exploration and its page do not count: a test
 * must fail.
 */
const words = process.argv.slice(2)
const files = filesToBreak().filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)
const mutants = files.flatMap(mutantsOf)
const waiting = [...mutants].toReversed()
const orphans: Mutant[] = []
const needless: string[] = []
const startedAt = performance.now()

async function work(runner: MutantRunner): Promise<void> {
  for (let mutant = waiting.pop(); mutant !== undefined; mutant = waiting.pop()) {
    const verdict = await runner.run(mutant)
    const { file, name } = mutant
    const isExcepted = EXCEPTIONS.some((each) => each.file === file && each.name === name)
    if (verdict === 'survived' && !isExcepted) {
      orphans.push(mutant)
      console.log(`survived  ${file}  ${name}`)
    }
    if (verdict === 'hangs') console.log(`hangs     ${file}  ${name}`)
    if (verdict !== 'survived' && isExcepted) needless.push(`${file}  ${name}`)
  }
  runner.close()
}

/** Exceptions whose mutant no longer exists. */
function lost(): readonly string[] {
  const names = new Set(mutants.map(({ file, name }) => `${file}  ${name}`))
  return EXCEPTIONS.filter(({ file }) => files.includes(file))
    .map(({ file, name }) => `${file}  ${name}`)
    .filter((each) => !names.has(each))
}

const runners = Array.from(
  { length: Math.min(4, availableParallelism()) },
  () => new MutantRunner(),
)
try {
  await Promise.all(runners.map(work))
} finally {
  for (const runner of runners) runner.close()
}
for (const each of [...needless, ...lost()]) console.log(`no exception any more: ${each}`)
const seconds = Math.round((performance.now() - startedAt) / 1_000)
console.log(
  `${mutants.length} mutants, ${orphans.length} orphans, ${EXCEPTIONS.length} exceptions, ${seconds} s`,
)
process.exitCode = orphans.length + needless.length + lost().length > 0 ? 1 : 0
