import { describe, expect, test } from 'vitest'
import type { SettingsView } from '../../../../shared/settings/settings.ts'
import { SAMPLE_SETTINGS } from '../../../fakes/sample-settings.ts'
import { changeOf, fieldsOf, notesOf } from './settings-form.ts'

const settings: SettingsView = SAMPLE_SETTINGS
const opened = fieldsOf(settings)

describe('the settings form', () => {
  test('empty fields mean automatic, and keep the saved key', () => {
    expect(changeOf(opened, opened)).toEqual({
      model: null,
      baseUrl: null,
      apiKey: null,
      automaticTitles: null,
      telemetryEndpoint: null,
      behaviour: {},
    })
  })

  test('of the behaviour only what was changed is saved, and no fallback is null', () => {
    const behaviour = {
      ...opened.behaviour,
      autoCompact: false,
      fallbackModel: ' claude-haiku-5 ',
      explorerModel: ' gpt-6-luna ',
      editorCommand: ' zed ',
      effort: 'high' as const,
      keepTrying: '1h' as const,
      webSearch: true,
    }
    const changed = { ...opened, behaviour }
    const saved = changeOf(changed, opened).behaviour
    expect(saved).toEqual({
      autoCompact: false,
      fallbackModel: 'claude-haiku-5',
      explorerModel: 'gpt-6-luna',
      editorCommand: 'zed',
      effort: 'high',
      keepTrying: '1h',
      webSearch: true,
    })
    const without = {
      ...changed,
      behaviour: { ...behaviour, fallbackModel: ' ', explorerModel: '', editorCommand: '' },
    }
    expect(changeOf(without, changed).behaviour).toEqual({
      fallbackModel: null,
      explorerModel: null,
      editorCommand: null,
    })
  })

  test('of the limits of a turn only what was changed is saved', () => {
    const behaviour = { ...opened.behaviour, toolCallsPerTurn: 7, requestsPerChild: 3 }
    const saved = changeOf({ ...opened, behaviour }, opened).behaviour
    expect(saved).toEqual({ toolCallsPerTurn: 7, requestsPerChild: 3 })
  })

  test('a key that was typed is trimmed and saved, also where the old one was to be removed', () => {
    const fields = { ...fieldsOf(settings), apiKey: ' sk-1\n', removesKey: true }
    expect(changeOf(fields, opened).apiKey).toBe('sk-1')
  })

  test('a key to be removed is sent as an empty one', () => {
    expect(changeOf({ ...opened, removesKey: true }, opened).apiKey).toBe('')
  })

  test('says what automatic means, and labels the demo', () => {
    expect(notesOf(settings).model).toContain('Scripted demo, no real model')
  })

  test('says where the environment wins', () => {
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

  test('never shows a saved key, only that there is one and where it rests', () => {
    const notes = notesOf({ ...settings, keySource: 'settings', keyRest: 'sealed' })
    expect(notes.keyPlaceholder).toBe('A key is saved')
    expect(notes.apiKey).toBe(
      "The key is kept in a file in /home/me/.local/share/phoenix, encrypted with this system's keyring.",
    )
    const inMemory = notesOf({ ...settings, keySource: 'settings', keyRest: 'memory' })
    expect(inMemory.keyPlaceholder).toBe('A key is held in memory')
    expect(inMemory.apiKey).toBe('The key is kept in memory only, until Phoenix quits.')
  })

  test('says where a key that is entered now will rest', () => {
    const keys = { ...settings.keys, keyring: 'missing', rest: 'memory' } as const
    expect(notesOf({ ...settings, keys }).apiKey).toBe(
      'There is no key yet. It will be kept in memory only, until Phoenix quits.',
    )
    expect(notesOf(settings).apiKey).toContain('that only your account can read')
  })
})
