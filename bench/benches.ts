import type { Bench } from './bench.ts'
import { measureCancel, measureFirstCancel, measureSandboxedCancel } from './cases/cancel.ts'
import { measureDeltas } from './cases/deltas.ts'
import { measurePatch, measureSearch } from './cases/file-tools.ts'
import { measureFind } from './cases/find.ts'
import { measureFirstLines } from './cases/first-lines.ts'
import { measureFirstText } from './cases/first-text.ts'
import { measureFork } from './cases/fork.ts'
import { measureFrames } from './cases/frames.ts'
import { measureList } from './cases/list.ts'
import { measureSandboxedLoop, measureLoop } from './cases/loop.ts'
import { measureLong } from './cases/long.ts'
import { measureMany } from './cases/many.ts'
import { measureMemory } from './cases/memory.ts'
import { measureOpen } from './cases/open.ts'
import { measureOutput } from './cases/output.ts'
import { measurePage } from './cases/page.ts'
import { measureRequest } from './cases/request.ts'
import { measureRescue } from './cases/rescue.ts'
import { measureRun } from './cases/run.ts'
import { measureServers } from './cases/servers.ts'
import { measureIdle, measureStart } from './cases/start.ts'
import { measureTyping } from './cases/typing.ts'

const ofProgram = { of: 'program', needs: ['proc'] } as const
const inSandbox = { ...ofProgram, needs: ['proc', 'sandbox'] } as const
const inWindow = { ...ofProgram, needs: ['proc', 'browser'] } as const
const ofSource = { of: 'source', needs: [] } as const

/** In execution order. */
const BENCHES: Readonly<Record<string, Bench>> = {
  loop: { ...ofProgram, measure: measureLoop },
  'sandboxed-loop': { ...inSandbox, measure: measureSandboxedLoop },
  frames: { ...ofProgram, measure: measureFrames },
  cancel: { ...ofProgram, measure: measureCancel },
  'sandboxed-cancel': { ...inSandbox, measure: measureSandboxedCancel },
  'first-cancel': { ...ofProgram, measure: measureFirstCancel },
  start: { ...ofProgram, measure: measureStart },
  run: { ...ofProgram, measure: measureRun },
  'first-text': { ...inWindow, measure: measureFirstText },
  'first-lines': { ...inWindow, measure: measureFirstLines },
  deltas: { ...inWindow, measure: measureDeltas },
  typing: { ...inWindow, measure: measureTyping },
  idle: { ...ofProgram, measure: measureIdle },
  servers: { ...ofProgram, measure: measureServers },
  output: { ...ofProgram, measure: measureOutput },
  list: { ...ofProgram, measure: measureList },
  open: { ...ofProgram, measure: measureOpen },
  find: { ...ofProgram, measure: measureFind },
  long: { ...ofProgram, measure: measureLong },
  fork: { ...ofProgram, measure: measureFork },
  many: { ...ofProgram, measure: measureMany },
  memory: { ...ofProgram, measure: measureMemory },
  page: { ...inWindow, measure: measurePage },
  request: { ...ofSource, measure: measureRequest },
  search: { ...ofSource, measure: measureSearch },
  rescue: { ...ofSource, measure: measureRescue },
  patch: { ...ofSource, measure: measurePatch },
}

export const BENCH_NAMES: readonly string[] = Object.keys(BENCHES)

export function benchNamed(name: string): Bench {
  const bench = BENCHES[name]
  if (bench === undefined) throw new Error(`There is no bench ${name}.`)
  return bench
}
