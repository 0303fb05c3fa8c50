// `npm run docs`: writes docs/models.md from the table of models and from a run of the conformance suites.
import { writeFileSync } from 'node:fs'
import { countCases } from './count-cases.ts'
import { modelsPage, PAGE } from './models-page.ts'

writeFileSync(PAGE, modelsPage(countCases()))
