// `npm run docs`: writes docs/promises.md from the catalogue and the numbers in the tests.
import { writeFileSync } from 'node:fs'
import { complaintsOf, PAGE, promisesPage, readRules, readSources } from '../promises/collect.ts'

const sources = readSources()
writeFileSync(PAGE, promisesPage(sources))
const complaints = complaintsOf(sources, readRules())
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
