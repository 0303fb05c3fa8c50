import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SUITE = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const CLIENT = join(import.meta.dirname, 'conformance-client.fixture.ts')

/** What the official suite asks of clients, but for what Phoenix does not do: elicitation. */
test.each(['initialize', 'tools_call', 'sse-retry'])(
  'the official conformance suite passes our client: %s',
  (scenario) => {
    const command = `${process.execPath} ${CLIENT}`
    const asked = [SUITE, 'client', '--command', command, '--scenario', scenario]
    const { status, stderr } = spawnSync(process.execPath, asked, { encoding: 'utf8' })
    expect(stderr).toContain('OVERALL: PASSED')
    expect(stderr).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/)
    expect(status).toBe(0)
  },
)
