import { test } from 'vitest'
import { expectHarmless, MUCH } from './big-output.fixture.ts'

const GIGABYTE = 1024 ** 3

test.for(MUCH)(
  'R7: a gigabyte of output neither blocks nor fills the memory: %s',
  async ([, print]) => {
    await expectHarmless(print(GIGABYTE), GIGABYTE)
  },
)
