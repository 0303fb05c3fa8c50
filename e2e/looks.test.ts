import { expect, test } from 'vitest'
import { deepArrangements, quickArrangements, testLooks } from './looks.ts'
import { describeInBrowser } from './setup.ts'
import { SITUATIONS } from './situations.ts'

describeInBrowser('looks', (scene) => {
  testLooks(quickArrangements, scene)

  test('there is one of each kind, and the deep tier has all others', () => {
    expect(quickArrangements).toHaveLength(2)
    const looked = [...quickArrangements, ...deepArrangements].flatMap(({ looks }) => looks)
    expect(looked).toHaveLength(SITUATIONS.length)
  })
})
