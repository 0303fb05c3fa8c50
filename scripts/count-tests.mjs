// Reads vitest's JSON report and closes a CI run with its count. Fails on a failure and on any skip, but for the tests
// that need Electron's binary: these are counted apart.
import { readFileSync } from 'node:fs'

const [report, exitCode] = process.argv.slice(2)
const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
const tests = testResults.flatMap((file) => file.assertionResults)
const withStatus = (...statuses) => tests.filter(({ status }) => statuses.includes(status))

const failures = withStatus('failed').length
const brokenFiles = testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
)
const skips = withStatus('skipped', 'pending', 'todo', 'disabled')
const onElectron = skips.filter(({ fullName }) => fullName.includes('on Electron'))
const others = skips.filter((test) => !onElectron.includes(test))

for (const { fullName } of others) console.log(`skipped: ${fullName}`)
if (onElectron.length > 0)
  console.log(`${onElectron.length} tests need Electron's binary, which is not here.`)
const failed = failures + brokenFiles.length + others.length
console.log(`${withStatus('passed').length} passed, ${failed} failed`)
process.exit(failed > 0 || Number(exitCode) !== 0 ? 1 : 0)
