// `npm run docs`: writes docs/models.md from the table of models.
import { writeFileSync } from 'node:fs'
import { modelsPage, PAGE } from './models-page.ts'

writeFileSync(PAGE, modelsPage())
