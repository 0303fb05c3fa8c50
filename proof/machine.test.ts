import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { transition } from '../src/main/core/transition.ts'
import { MACHINE_PAGE, machinePage } from './machine-page.ts'
import { figuresOf, type Proof, prove } from './prove.ts'

let proof: Proof

beforeAll(() => {
  proof = prove(transition)
  console.log(figuresOf(proof))
}, 900_000)

test('row 2: wherever a conversation can be, it waits for what lives, comes to rest or asks the user, and a cancel brings it to rest', () => {
  expect(proof.violations).toEqual([])
})

test('docs/machine.md says what the exploration saw: else run npm run docs', async () => {
  expect(readFileSync(MACHINE_PAGE, 'utf8')).toBe(await machinePage(proof))
})
