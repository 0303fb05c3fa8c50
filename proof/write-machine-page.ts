import { writeFileSync } from 'node:fs'
import { transition } from '../src/main/core/transition.ts'
import { MACHINE_PAGE, machinePage } from './machine-page.ts'
import { figuresOf, prove } from './prove.ts'

/** `npm run docs`: explores the machine and writes docs/machine.md. */
const proof = prove(transition)
for (const { what, witness } of proof.violations)
  console.error(`${what}\n  ${witness.join('\n  ')}`)
console.log(figuresOf(proof))
if (proof.violations.length > 0) process.exitCode = 1
else writeFileSync(MACHINE_PAGE, await machinePage(proof))
