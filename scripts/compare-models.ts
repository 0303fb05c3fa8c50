// `npm run compare-models -- api.json`: lists the differences between the table of models and the catalogue of
// models.dev.
import { readFileSync } from 'node:fs'
import { differencesFrom } from './docs/compare-models.ts'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Download https://models.dev/api.json and name the file.')
  process.exit(2)
}
const differences = differencesFrom(JSON.parse(readFileSync(file, 'utf8')))
for (const line of differences) console.log(line)
console.log(`${differences.length} differences. The maker's own page decides.`)
process.exit(differences.length === 0 ? 0 : 1)
