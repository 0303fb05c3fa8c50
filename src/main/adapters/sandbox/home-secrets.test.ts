import { expect, test } from 'vitest'
import { secretPlaces } from './home-secrets.ts'

test.for([
  '.local/share/fish/fish_history',
  '.local/share/atuin',
  '.zsh_sessions',
  '.sqlite_history',
  '.config/Bitwarden CLI',
  '.config/stripe',
  '.pulumi/credentials.json',
])('a path is recognised as a secret of the home: %s', async (place) => {
  const places = await secretPlaces('/home/me', 'linux', () => Promise.resolve([]))
  expect(places).toContain(`/home/me/${place}`)
})
