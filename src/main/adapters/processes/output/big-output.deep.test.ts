import { test, expect } from 'vitest'
import { expectHarmless, MUCH, measure, textOf } from './big-output.fixture.ts'

const GIGABYTE = 1024 ** 3

test.for(MUCH)(
  'R7: a gigabyte of output neither blocks nor fills the memory: %s',
  async ([, print]) => {
    await expectHarmless(print(GIGABYTE), GIGABYTE)
  },
)

test('when the disk is full, only the output file is lost', async () => {
  const command = 'yes | head -c 20000000'
  const full = await measure(command, 'ulimit -f 4096')
  expect(full).toMatchObject({ outcome: { type: 'exited', code: 0, printed: { bytes: 2e7 } } })
  expect(textOf(full)).toMatch(/of 20000000 bytes left out …\]/)
})
