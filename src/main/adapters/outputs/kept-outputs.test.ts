import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failed } from '../../../shared/result.ts'
import { CallId } from '../../../shared/ids.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import type { KeptPage } from '../../runtime/ports/output-port.ts'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { type KeptOutputs, openKeptOutputs } from './kept-outputs.ts'

const CALL = CallId.parse('m1.0')
const RED = '\u001B[31m'

function dataFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

const inMemory = (text: string) => ({ file: null, bytes: Buffer.from(text) })

/** What was read; null if nothing is kept. */
async function pageOf(reading: ReturnType<KeptOutputs['read']>): Promise<KeptPage | null> {
  const page = await reading
  if (!page.ok) throw new Error(page.error)
  return page.value
}

test('coloured output keeps its colours, also after a restart', async () => {
  const folder = dataFolder()
  const outputs = openKeptOutputs(folder)
  const keeping = outputs.begin(CALL)
  const early = outputs.read(CALL, null)
  keeping.take(inMemory(`${RED}no\u001B[2K\n`))
  keeping.end(2)
  const page = { text: `${RED}no\n`, from: 0, standsFor: 2 }
  expect(await pageOf(early)).toEqual(page)
  expect(await pageOf(openKeptOutputs(folder).read(CALL, null))).toEqual(page)
})

test('a plain output that fits into the result is not kept; that of a stopped call is', async () => {
  const outputs = openKeptOutputs(dataFolder())
  const plain = outputs.begin(CALL)
  plain.take(inMemory('plain\n'))
  plain.end(5)
  expect(await pageOf(outputs.read(CALL, null))).toBeNull()
  const stopped = outputs.begin(CALL)
  stopped.take(inMemory('plain\n'))
  stopped.end('printedEnd')
  expect(await pageOf(outputs.read(CALL, null))).toMatchObject({
    text: 'plain\n',
    standsFor: 'printedEnd',
  })
})

test('an output that is removed while it is written is not there afterwards', async () => {
  const folder = dataFolder()
  const outputs = openKeptOutputs(folder)
  const keeping = outputs.begin(CALL)
  keeping.take(inMemory(`${RED}no\n`))
  keeping.end(2)
  outputs.remove(CALL)
  expect(await pageOf(outputs.read(CALL, null))).toBeNull()
  expect(readdirSync(join(folder, 'outputs'))).toEqual([])
})

test('a long output is read up to its beginning, part by part, in whole lines', async () => {
  const folder = dataFolder()
  const outputs = openKeptOutputs(folder)
  const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} ä`)
  const file = join(folder, 'spill')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const keeping = outputs.begin(CALL)
  keeping.take({ file, bytes: Buffer.from('[… 5 bytes left out …]\nend\n') })
  keeping.end(9)
  const parts: string[] = []
  let before: number | null = null
  while (before !== 0) {
    const page = await pageOf(outputs.read(CALL, before))
    if (page === null) throw new Error('a part is missing')
    parts.unshift(page.text)
    before = page.from
  }
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.join('')).toBe(`${lines.join('\n')}\n[… 5 bytes left out …]\nend\n`)
})

test('a call without output, and an unknown call, have none', async () => {
  const outputs = openKeptOutputs(dataFolder())
  outputs.begin(CALL).end(null)
  expect(await pageOf(outputs.read(CALL, null))).toBeNull()
  expect(await pageOf(outputs.read(CallId.parse('m9.0'), null))).toBeNull()
})

test('all finished outputs can be removed; running ones are kept', async () => {
  const folder = dataFolder()
  const outputs = openKeptOutputs(folder)
  const ended = outputs.begin(CALL)
  ended.take(inMemory(`${RED}no\n`))
  ended.end(2)
  expect(await pageOf(outputs.read(CALL, null))).not.toBeNull()
  const other = CallId.parse('m2.0')
  const running = outputs.begin(other)
  await outputs.removeAll()
  expect(await pageOf(outputs.read(CALL, null))).toBeNull()
  running.take(inMemory(`${RED}yes\n`))
  running.end(3)
  expect(await pageOf(outputs.read(other, null))).toMatchObject({ text: `${RED}yes\n` })
})

test('an output that cannot be read now is not told as one that is not kept', async () => {
  const folder = dataFolder()
  const outputs = openKeptOutputs(folder)
  const keeping = outputs.begin(CALL)
  keeping.take(inMemory(`${RED}no\n`))
  keeping.end(2)
  expect(await pageOf(outputs.read(CALL, null))).not.toBeNull()
  const [name = ''] = readdirSync(join(folder, 'outputs'))
  using _ = unreadable(join(folder, 'outputs', name))
  expect(await outputs.read(CALL, null)).toEqual(failed('its links form a loop'))
})

test('above the limit the oldest are removed, and unfinished ones', async () => {
  const folder = dataFolder()
  const shelf = join(folder, 'outputs')
  mkdirSync(shelf)
  for (const [age, name] of ['new', 'middle', 'old', 'half.part'].entries()) {
    writeFileSync(join(shelf, name), 'x'.repeat(10))
    utimesSync(join(shelf, name), 1_000 - age, 1_000 - age)
  }
  await openKeptOutputs(folder, 25).sweep()
  expect(readdirSync(shelf).toSorted()).toEqual(['middle', 'new'])
})

test.skipIf(process.platform === 'win32')(
  'a file that cannot be looked at does not keep the oldest from being removed',
  async () => {
    const folder = dataFolder()
    const shelf = join(folder, 'outputs')
    mkdirSync(shelf)
    for (const name of ['new', 'odd']) writeFileSync(join(shelf, name), 'x'.repeat(10))
    writeFileSync(join(shelf, 'half.part'), '')
    using _ = unreadable(join(shelf, 'odd'))
    await openKeptOutputs(folder, 25).sweep()
    expect(readdirSync(shelf).toSorted()).toEqual(['new', 'odd'])
  },
)
