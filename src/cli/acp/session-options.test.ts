import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../../client/fakes/sample-settings.ts'
import { changeOf, optionsOf } from './session-options.ts'

const CHOICES = {
  permissionMode: 'ask',
  chosenModel: null,
  chosenEffort: null,
  model: 'm',
} as const

test('every value that is offered can be chosen', () => {
  const settings = { ...SAMPLE_SETTINGS, favouriteModels: ['gone/model'] }
  const options = optionsOf({ ...CHOICES, chosenModel: 'claude-old' }, settings)
  const offered = options.flatMap(({ id, ...option }) =>
    option.type === 'select'
      ? option.options.flatMap((each) => ('value' in each ? [[id, each.value] as const] : []))
      : [],
  )
  expect(offered).toContainEqual(['model', 'claude-old'])
  for (const [id, value] of offered) expect(changeOf(id, value, settings).ok).toBe(true)
})

test('no other value can', () => {
  for (const [id, value] of [
    ['mode', 'everything'],
    ['effort', 'huge'],
    ['colour', 'red'],
    ['model', true],
    ['model', 'gone/model'],
  ] as const) {
    expect(changeOf(id, value, SAMPLE_SETTINGS)).toMatchObject({ ok: false })
  }
})

test('a mode applies to its session only', () => {
  expect(changeOf('mode', 'auto', SAMPLE_SETTINGS)).toEqual({
    ok: true,
    value: { permissionMode: 'auto', isThisOnly: true },
  })
})
