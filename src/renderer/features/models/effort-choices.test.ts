import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../../../client/fakes/sample-settings.ts'
import { effortChoices, effortInForce, levelsOf, noteOfEffort } from './effort-choices.ts'

const settings = {
  ...SAMPLE_SETTINGS,
  behaviour: { ...SAMPLE_SETTINGS.behaviour, effort: 'max' },
  effortLevels: { demo: [], small: ['low', 'medium'], large: ['low', 'medium', 'high', 'max'] },
} as const

test('efforts that the model accepts are offered, and the earlier choice; an unknown model gets the defaults', () => {
  expect(effortChoices('small', null, settings)).toEqual(['auto', 'low', 'medium'])
  expect(effortChoices('small', 'high', settings)).toEqual(['auto', 'low', 'medium', 'high'])
  expect(effortChoices('new', null, settings)).toEqual(['auto', 'low', 'medium', 'high'])
  expect(levelsOf('demo', settings)).toEqual([])
})

test('the note names the effort that is used if it differs from the choice', () => {
  expect(noteOfEffort('small', null, settings)).toBe(
    'small doesn’t support “Maximum”. Phoenix uses “Medium” instead.',
  )
  expect(noteOfEffort('large', null, settings)).toContain('More takes longer')
  expect(noteOfEffort('small', 'auto', settings)).toContain('More takes longer')
  expect(noteOfEffort('new', 'low', settings)).toContain('doesn’t know')
})

test('the effort in force is the conversation’s choice, else that of Settings, limited to what the model accepts', () => {
  expect(effortInForce({ model: 'large', chosenEffort: null }, settings)).toBe('max')
  expect(effortInForce({ model: 'large', chosenEffort: 'low' }, settings)).toBe('low')
  expect(effortInForce({ model: 'small', chosenEffort: null }, settings)).toBe('medium')
  expect(effortInForce({ model: 'demo', chosenEffort: 'high' }, settings)).toBe('auto')
  expect(effortInForce({ model: 'large', chosenEffort: 'auto' }, settings)).toBe('auto')
})
