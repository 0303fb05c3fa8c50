import { expect, test } from 'vitest'
import { ok } from '../../../../shared/result.ts'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { SignInStore } from './sign-in-store.ts'

test('a damaged sign-in costs no other one', () => {
  using data = temporaryFolder()
  const secrets = openSecrets({
    folder: data.path,
    keyring: { type: 'unasked' },
    choice: () => ok({ keyRest: null }),
    now: Date.now,
  })
  const good = { client: { client_id: 'phoenix' }, tokens: { access_token: 'a', token_type: 'b' } }
  const kept = { 'https://one.example/mcp': { client: null }, 'https://two.example/mcp': good }
  secrets.put('mcp-sign-ins', JSON.stringify(kept))
  const store = new SignInStore(secrets, () => undefined)
  expect(store.find('https://one.example/mcp')).toBe(null)
  expect(store.find('https://two.example/mcp')).toEqual(good)
  store.put('https://three.example/mcp', good)
  expect(secrets.find('mcp-sign-ins')).toContain('https://two.example/mcp')
})
