// `npm run docs`: writes the manual of the command line and the completions of shells from its table.
import { writeFileSync } from 'node:fs'
import { commandLineFiles } from './command-line-files.ts'

for (const [path, text] of commandLineFiles()) writeFileSync(path, text)
