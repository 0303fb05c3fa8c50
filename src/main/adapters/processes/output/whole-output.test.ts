import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { HeadAndTail, KEPT_BYTES, type RawOutput } from './printed.ts'
import { start, supervisorOn, temporaryFolder } from '../supervisor-fixture.ts'

const AT = '/spill'

/** Bytes that differ from position to position. */
function bytesOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 251))
}

function keptOf(bytes: Buffer): HeadAndTail {
  const kept = new HeadAndTail()
  kept.push(bytes)
  return kept
}

test.for([0, 10, 2 * KEPT_BYTES])('up to %d bytes without a file all are kept', (length) => {
  const bytes = bytesOf(length)
  expect(keptOf(bytes).raw(null)).toEqual({ file: null, bytes })
})

test('above the limit without a file the first and the last are kept, and the rest counted', () => {
  const bytes = bytesOf(3 * KEPT_BYTES)
  const { bytes: kept } = keptOf(bytes).raw(null)
  const note = Buffer.from(`\n[… ${KEPT_BYTES} bytes left out …]\n`)
  const [head, tail] = [bytes.subarray(0, KEPT_BYTES), bytes.subarray(-KEPT_BYTES)]
  expect(kept.equals(Buffer.concat([head, note, tail]))).toBe(true)
})

test.for([0, 1, KEPT_BYTES])(
  'output after the end of the file follows it: %d bytes',
  (extraBytes) => {
    const bytes = bytesOf(3 * KEPT_BYTES)
    const spilled = { path: AT, bytes: bytes.length - extraBytes }
    const raw = keptOf(bytes).raw(spilled)
    expect(raw.file).toBe(AT)
    expect(raw.bytes.equals(bytes.subarray(spilled.bytes))).toBe(true)
  },
)

test('a gap between the file and the end is marked', () => {
  const raw = keptOf(bytesOf(5 * KEPT_BYTES)).raw({ path: AT, bytes: 2 * KEPT_BYTES })
  expect(raw.bytes.toString('latin1')).toContain(`${2 * KEPT_BYTES} bytes left out`)
})

test('a run returns all of its output, once, even if it is stopped', async () => {
  using folder = temporaryFolder()
  const supervisor = supervisorOn(folder.path)
  onTestFinished(() => supervisor.close())
  const whole: string[] = []
  const onWhole = ({ bytes, file }: RawOutput): void => {
    whole.push((file === null ? '' : readFileSync(file, 'utf8')) + bytes.toString())
  }
  await start(supervisor, String.raw`printf '\033[31mred\033[0m'`, { onWhole }).outcome
  await start(supervisor, 'seq 50000', { onWhole }).outcome
  const stopped = start(supervisor, 'echo ready; sleep 60', { onWhole })
  await stopped.ready
  stopped.abort()
  await stopped.outcome
  expect(whole).toHaveLength(3)
  expect(whole[0]).toBe('\u001B[31mred\u001B[0m')
  expect(whole[1]?.split('\n')).toHaveLength(50_001)
  expect(whole[2]).toBe('ready\n')
})
