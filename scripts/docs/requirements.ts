// `npm run docs`: writes docs/requirements.md from the catalogue and the tags in the tests.
import { writeFileSync } from 'node:fs'
import { collectRequirements, PAGE } from '../requirements/collect.ts'

const { page, complaints } = collectRequirements()
writeFileSync(PAGE, page)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
