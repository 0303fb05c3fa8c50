import { writeFileSync } from 'node:fs'
import { findingsOf, hashOfSources, MACHINE_HASH } from './cached-findings.ts'
import { figuresOf } from './findings.ts'
import { MACHINE_PAGE, machinePage, machinePictures } from './machine-page.ts'

/** `npm run docs`: explores the machine if it has changed, and writes docs/machine.md and its hash. */
const hash = hashOfSources()
const findings = await findingsOf(hash)
for (const { what, witness } of findings.violations)
  console.error(`${what}\n  ${witness.join('\n  ')}`)
console.log(figuresOf(findings))
if (findings.violations.length > 0) process.exitCode = 1
else {
  writeFileSync(MACHINE_PAGE, await machinePage(findings))
  for (const [url, text] of machinePictures(findings)) writeFileSync(url, text)
  writeFileSync(MACHINE_HASH, `${hash}\n`)
}
