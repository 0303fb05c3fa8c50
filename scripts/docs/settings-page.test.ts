import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Behaviour } from '../../src/shared/settings/settings.ts'
import { meaningOf, settingsPage } from './settings-page.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')

test('docs/settings.md matches the settings', () => {
  expect(page, 'it is stale: node scripts/docs/settings.ts').toBe(settingsPage())
})

test.each(Object.keys(Behaviour.unwrap().shape))('%s is explained', (name) => {
  expect(meaningOf(name).length).toBeGreaterThan(20)
  expect(page).toContain(`| \`${name}\` | ${meaningOf(name)} |`)
})
