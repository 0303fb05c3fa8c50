import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Choices, NO_TAPE, printTape, readTape } from './choices.ts'
import { withForbiddenGlobals } from './forbidden-globals.ts'
import { Schedule } from './schedule.ts'
import { shrink } from './runs/shrink.ts'

const run = promisify(execFile)
const ENTRY = join(import.meta.dirname, 'index.ts')

/** The simulator's output; a run that breaks a promise exits with 1. */
async function simulate(...words: readonly string[]): Promise<string> {
  try {
    return (await run(process.execPath, [ENTRY, ...words])).stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}

test('a tape replaces the seed as far as it goes, and its printed form can be read back', () => {
  const seeded = new Choices(7, NO_TAPE)
  const drawn = Array.from({ length: 50 }, () => seeded.int(10))
  const fixed = { values: drawn.slice(0, 20), isWhole: true }
  const repeated = new Choices(7, readTape(printTape(fixed)))
  const again = Array.from({ length: 50 }, () => repeated.int(10))
  expect(again).toEqual([...drawn.slice(0, 20), ...Array.from({ length: 30 }, () => 0)])
  expect(readTape(printTape({ values: [0, 0, 0, 0, 5, 0, 36], isWhole: false }))).toEqual({
    values: [0, 0, 0, 0, 5, 0, 36],
    isWhole: false,
  })
})

function needs(values: readonly number[]): boolean {
  return values.some((value, at) => value >= 20 && values.slice(at).includes(3))
}

test('shrinking keeps what the failure needs and nothing else', async () => {
  const tape = Array.from({ length: 200 }, (_, index) => (index * 7) % 40)
  const { values } = await shrink(tape, (candidate) => Promise.resolve(needs(candidate.values)))
  expect(needs(values)).toBe(true)
  expect(values.length).toBe(2)
  expect(values[0]).toBeLessThan(40)
})

test('a schedule runs by time, and nothing cancelled runs', () => {
  const schedule = new Schedule(new Choices(1, NO_TAPE))
  const seen: number[] = []
  for (const ms of [30, 10, 20]) schedule.after(ms, 'world', '', () => seen.push(ms))
  schedule.after(15, 'world', '', () => seen.push(15))()
  for (let next = schedule.next(25); next !== null; next = schedule.next(25)) next.run()
  expect(seen).toEqual([10, 20])
  expect(schedule.waiting().length).toBe(1)
})

test('an unknown option gives one line with those that exist', async () => {
  const failure = { code: 2, stderr: expect.stringMatching(/^Unknown option.*\n.*--seeds N.*\n$/) }
  await expect(run(process.execPath, [ENTRY, '--help'])).rejects.toMatchObject(failure)
})

test('a failure is shrunk to one line, and that line repeats it', async () => {
  const bug = ['--mutant', 'thinking trimmed']
  const found = await simulate('--seeds', '200', '--seed', '1', '--store', 'memory', ...bug)
  const promise = /BROKEN: (.*)/.exec(found)?.[1] ?? 'nothing'
  const line = /shrunk: +npm run simulate -- (.*)/.exec(found)?.[1] ?? ''
  expect(line).toContain('--tape')
  expect(line.length).toBeLessThan(300)
  const repeated = await simulate(...line.split(' '), ...bug)
  expect(repeated).toContain(`BROKEN: ${promise}`)
  const without = await simulate(...line.split(' '))
  expect(without).toContain('No promise was broken.')
})

test('under poison the real clock, randomness and timers throw, and afterwards they work again', async () => {
  const asks = [
    () => Date.now(),
    () => new Date(),
    () => Math.random(),
    () => setTimeout(() => {}, 0),
  ]
  for (const ask of asks)
    await expect(withForbiddenGlobals(async () => ask())).rejects.toThrow(
      'is poisoned while a run is going on',
    )
  expect(new Date(Date.now()).getTime()).toBeGreaterThan(0)
  expect(Math.random()).toBeLessThan(1)
})
