import { measureCancel } from './cancel.ts'
import { measureDeltas } from './deltas.ts'
import { type Figure, printTable } from './figures.ts'
import { measureFirstText } from './first-text.ts'
import { measurePatch, measureSearch } from './file-tools.ts'
import { measureFencedLoop, measureLoop } from './loop.ts'
import { measureOutput } from './output.ts'
import { measureRequest } from './request.ts'
import { measureIdle, measureStart } from './start.ts'

/** `npm run bench [name ...]`: each figure beside its goal. Machines are noisy: compare within one run. */
const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  loop: measureLoop,
  'sandboxed-loop': measureFencedLoop,
  cancel: measureCancel,
  start: measureStart,
  'first-text': measureFirstText,
  deltas: measureDeltas,
  request: measureRequest,
  idle: measureIdle,
  output: measureOutput,
  search: measureSearch,
  patch: measurePatch,
}

const wanted = process.argv.slice(2)
const figures: Figure[] = []
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`measuring ${name} …`)
  figures.push(...(await measure()))
}
printTable(figures)
