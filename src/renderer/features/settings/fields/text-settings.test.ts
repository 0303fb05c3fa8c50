import { expect, test } from 'vitest'
import { DEFAULT_TIMEOUTS } from '../../../../shared/models/timeouts.ts'
import { Behaviour, SettingsChange } from '../../../../shared/settings/settings.ts'
import { SAMPLE_SETTINGS } from '../../../../client/fakes/sample-settings.ts'
import { nameInFile, TEXT_SETTINGS, type TextSetting, textSetting } from './text-settings.ts'

test.each<[TextSetting, string, SettingsChange]>([
  ['model', ' claude-haiku-5-5 ', { model: 'claude-haiku-5-5' }],
  ['model', ' ', { model: null }],
  ['baseUrl', 'http://127.0.0.1:1', { baseUrl: 'http://127.0.0.1:1' }],
  ['telemetryEndpoint', '', { telemetryEndpoint: null }],
  ['fallbackModel', 'haiku', { behaviour: { fallbackModel: 'haiku' } }],
  ['explorerModel', '', { behaviour: { explorerModel: null } }],
  ['editorCommand', ' zed ', { behaviour: { editorCommand: 'zed' } }],
  ['debounceMs', '500', { behaviour: { debounceMs: 500 } }],
  ['toolCallsPerTurn', '7', { behaviour: { toolCallsPerTurn: 7 } }],
  ['tokensPerTurn', '1,500,000', { behaviour: { tokensPerTurn: 1_500_000 } }],
  ['minutesPerTurn', '.5', { behaviour: { minutesPerTurn: 0.5 } }],
  ['budgetUsd', '0.01', { behaviour: { budgetUsd: 0.01 } }],
  ['budgetMinutes', '', { behaviour: { budgetMinutes: null } }],
  ['silenceMs', '1.5', { timeouts: { silenceMs: 1_500 } }],
  ['silenceMs', '', { timeouts: { silenceMs: null } }],
])('%s with %j changes itself and nothing else', (name, typed, change) => {
  expect(textSetting(name).change(typed)).toEqual({ ok: true, value: change })
  expect(SettingsChange.parse(change)).toEqual(change)
})

test.each<[TextSetting, string, string]>([
  ['debounceMs', '501', 'Not saved. Enter a whole number from 0 to 500.'],
  ['toolCallsPerTurn', '1.5', 'Not saved. Enter a whole number from 1 to 20,000.'],
  ['toolCallsPerTurn', '', 'Not saved. Enter a whole number from 1 to 20,000.'],
  ['tokensPerTurn', '1,50,000', 'Not saved. Enter a whole number from 10,000 to 1,000,000,000.'],
  ['minutesPerTurn', '1,5', 'Not saved. Enter a number from 0.1 to 1,440.'],
  ['budgetUsd', '0', 'Not saved. Enter a number from 0.01 to 10,000, or leave it empty.'],
  [
    'silenceMs',
    'soon',
    'Not saved. Enter a number of seconds from 1 to 86,400, or leave it empty.',
  ],
])('%s does not take %j, and says what it takes', (name, typed, sentence) => {
  expect(textSetting(name).change(typed)).toEqual({ ok: false, error: sentence })
})

test('a saved value can be undone to what was read', () => {
  const settings = { ...SAMPLE_SETTINGS, timeouts: { silenceMs: 1_500 } }
  expect(textSetting('silenceMs').read(settings)).toBe('1.5')
  expect(textSetting('budgetUsd').read(settings)).toBe('')
  expect(textSetting('minutesPerTurn').read(settings)).toBe('120')
  expect(textSetting('tokensPerTurn').read(settings)).toBe('50,000,000')
})

test('each setting has the name that settings.json gives it', () => {
  const ofBehaviour = Object.keys(Behaviour.unwrap().shape).map((name) => `behaviour.${name}`)
  const ofRequests = Object.keys(DEFAULT_TIMEOUTS).map((name) => `timeouts.${name}`)
  const known = new Set([...ofBehaviour, ...ofRequests, ...Object.keys(SAMPLE_SETTINGS)])
  expect(TEXT_SETTINGS.map(nameInFile).filter((name) => !known.has(name))).toEqual([])
})
