import { describe, expect, test } from 'vitest'
import type { SettingsView } from '../../../../shared/settings/settings.ts'
import { SAMPLE_SETTINGS } from '../../../../client/fakes/sample-settings.ts'
import { notesOf, wrongNote } from './setting-notes.ts'

const settings: SettingsView = SAMPLE_SETTINGS

describe('the notes below settings', () => {
  test('say what automatic means, and label the demo', () => {
    expect(notesOf(settings).model).toContain('Scripted demo, no real model')
  })

  test('say where the environment wins', () => {
    const notes = notesOf({ ...settings, keySource: 'environment', baseUrlSource: 'environment' })
    expect(notes.apiKey).toContain('ANTHROPIC_API_KEY')
    expect(notes.baseUrl).toContain('ANTHROPIC_BASE_URL')
    expect(notes.permissions).toBe('')
    const named = notesOf({ ...settings, telemetrySource: 'environment', telemetryInForce: true })
    expect(named.telemetry).toContain('OTEL_EXPORTER_OTLP_ENDPOINT overrides this')
    const off = notesOf({ ...settings, telemetrySource: 'environment' })
    expect(off.telemetry).toContain('OTEL_SDK_DISABLED turns it off')
    const telemetryProblem = 'The telemetry endpoint must start with http:// or https://.'
    const bad = notesOf({ ...settings, telemetrySource: 'environment', telemetryProblem })
    expect(bad.telemetry).toBe(
      `The environment variable OTEL_EXPORTER_OTLP_ENDPOINT overrides this, and nothing is sent. ${telemetryProblem}`,
    )
    const permitted = { ...settings.behaviour, permissionMode: 'acceptEdits' } as const
    expect(
      notesOf({ ...settings, behaviour: permitted, permissionSource: 'environment' }).permissions,
    ).toBe('The environment variable PHOENIX_PERMISSIONS overrides this: Accept edits.')
  })

  test('never show a saved key, only that there is one and where it is stored', () => {
    const notes = notesOf({ ...settings, keySource: 'settings', keyRest: 'sealed' })
    expect(notes.keyPlaceholder).toBe('A key is saved')
    expect(notes.apiKey).toBe(
      'The key is kept in a file in /home/me/.local/share/phoenix, encrypted with this system’s keyring.',
    )
    const inMemory = notesOf({ ...settings, keySource: 'settings', keyRest: 'memory' })
    expect(inMemory.keyPlaceholder).toBe('A key is held in memory')
    expect(inMemory.apiKey).toBe('The key is kept in memory only, until Phoenix quits.')
  })

  test('say where a key entered now will be stored', () => {
    const keys = { ...settings.keys, keyring: 'missing', rest: 'memory' } as const
    expect(notesOf({ ...settings, keys }).apiKey).toBe(
      'There is no key yet. It will be kept in memory only, until Phoenix quits.',
    )
    expect(notesOf(settings).apiKey).toContain('that only your account can read')
  })
})

test('a wrong value in settings.json is named at its own field, with what is used instead', () => {
  const wrong = { ...settings, wrongValues: ['behaviour.effort', 'hiddenModels.1'] }
  const sentence = 'Its value in settings.json is wrong. Used instead: Automatic.'
  expect(wrongNote(wrong, 'behaviour.effort', 'Automatic')).toBe(sentence)
  expect(wrongNote(wrong, 'hiddenModels', 'Automatic')).toBe(sentence)
  for (const name of ['behaviour', 'behaviour.eff', 'hiddenModels.2', 'model'])
    expect(wrongNote(wrong, name, 'Automatic')).toBe(name === 'behaviour' ? sentence : '')
})
