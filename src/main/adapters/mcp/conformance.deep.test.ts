import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SUITE = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)
const CLIENT = join(import.meta.dirname, 'conformance-client.fixture.ts')

/**
 * The official suite's scenarios for clients, except those for features that Phoenix does not have: elicitation, a client id
 * that is an address, more rights in the middle of a call, metadata of 2025-03, and sign-ins without a person.
 */
const SCENARIOS = [
  'initialize',
  'tools_call',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
]

test.each(SCENARIOS)('the official conformance suite passes our client: %s', (scenario) => {
  const command = `${process.execPath} ${CLIENT}`
  const args = [SUITE, 'client', '--command', command, '--scenario', scenario]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('OVERALL: PASSED')
  expect(stderr).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/)
  expect(status).toBe(0)
})
