// `npm run docs`: writes the manual of the command line and the shell completions from its table.
import { writeFileSync } from 'node:fs'
import { commandLineFiles } from './command-line-files.ts'

for (const [path, text] of commandLineFiles()) writeFileSync(path, text)
