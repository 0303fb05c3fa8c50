import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import {
  COMPARING,
  type CountedCases,
} from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import { EndpointKind } from '../../src/shared/models/endpoint.ts'
import { suiteOf } from './conformance-section.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const Case = z.object({
  title: z.string(),
  status: z.string(),
  ancestorTitles: z.array(z.string()),
})
const Report = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(Case) })),
})
type Report = z.infer<typeof Report>

/** Runs the suites, which takes about half a minute. Throws if a case fails. */
export function countCases(): CountedCases {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-cases-'))
  try {
    const file = join(folder, 'report.json')
    const suites = [...new Set(EndpointKind.options.map(suiteOf))]
    const how = ['run', '--project', 'real', '--reporter=json', `--outputFile=${file}`]
    spawnSync(process.execPath, [VITEST, ...how, ...suites], { cwd: ROOT, stdio: 'ignore' })
    return countedIn(Report.parse(JSON.parse(readFileSync(file, 'utf8'))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A file of two kinds has a group for each, named after it. */
export function countedIn({ testResults }: Report): CountedCases {
  const cases = EndpointKind.options.map((kind) => {
    const all = testResults
      .filter(({ name }) => name.endsWith(suiteOf(kind)))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ title }) => title !== COMPARING)
    const own = all.filter(({ ancestorTitles }) => ancestorTitles[0] === kind)
    const counted = own.length === 0 ? all : own
    const failed = counted.find(({ status }) => status !== 'passed')
    if (counted.length === 0) throw new Error(`No case of ${kind} was found.`)
    if (failed !== undefined) throw new Error(`A case of ${kind} does not pass: ${failed.title}`)
    return [kind, counted.length] as const
  })
  return { day: new Date().toISOString().slice(0, 10), cases: Object.fromEntries(cases) }
}
