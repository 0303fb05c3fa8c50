import { expect, test } from 'vitest'
import { workOutPatch } from './work-out-patch.ts'
import { inThread, CODE, orderOf, edit } from './patch-thread.fixture.ts'

/** Microseconds of processor time. */
const total = ({ user, system }: NodeJS.CpuUsage): number => user + system

test.for([
  ['changes of a large file', CODE, 20],
  ['many changes of a small one', CODE.slice(0, 200_000), 100],
] as const)('other conversations go on while %s are searched', async ([, text, count]) => {
  const order = orderOf(
    text,
    Array.from({ length: count }, () => edit('const v9 =\nf(9)', '')),
  )

  const idle = process.threadCpuUsage()
  await inThread(order)
  const beside = total(process.threadCpuUsage(idle))
  const before = process.threadCpuUsage()
  workOutPatch(order)

  expect(beside).toBeLessThan(total(process.threadCpuUsage(before)) / 2)
})
