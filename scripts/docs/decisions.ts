// `npm run docs`: writes docs/decisions/README.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionsPage } from './decisions-page.ts'

writeFileSync(join(import.meta.dirname, '../../docs/decisions/README.md'), decisionsPage())
