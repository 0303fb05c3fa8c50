import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../../../fakes/sample-settings.ts'
import { fieldsOf as endpointFieldsOf, NEW_MODEL } from './endpoint-form.ts'
import { fieldsOf } from '../fields/settings-form.ts'
import { unsavedOf, withUnsaved, withUnsavedEndpoint } from './unsaved-fields.ts'

const opened = fieldsOf(SAMPLE_SETTINGS)

test('fields that nobody has touched are not kept', () => {
  expect(unsavedOf(structuredClone(opened), opened)).toBeNull()
})

test('what was typed stands in the fields again, and what was saved elsewhere meanwhile stays', () => {
  const typed = {
    ...opened,
    model: 'claude-haiku-5-5',
    deadlines: { ...opened.deadlines, silenceMs: '90' },
    behaviour: { ...opened.behaviour, toolCallsPerTurn: 7 },
  }
  const unsaved = unsavedOf(typed, opened)
  if (unsaved === null) throw new Error('nothing is kept')
  const now = {
    ...opened,
    baseUrl: 'http://127.0.0.1:1',
    deadlines: { ...opened.deadlines, connectMs: '5' },
    behaviour: { ...opened.behaviour, autoCompact: false },
  }
  expect(withUnsaved(now, unsaved)).toEqual({
    ...now,
    model: 'claude-haiku-5-5',
    deadlines: { ...now.deadlines, silenceMs: '90' },
    behaviour: { ...now.behaviour, toolCallsPerTurn: 7 },
  })
})

test('the same holds of an endpoint: its list of models is one field', () => {
  const before = endpointFieldsOf(null)
  expect(unsavedOf(structuredClone(before), before)).toBeNull()
  const typed = {
    ...before,
    id: 'lab',
    models: [NEW_MODEL],
    aws: { ...before.aws, accessKeyId: 'AKIA' },
  }
  const unsaved = unsavedOf(typed, before)
  if (unsaved === null) throw new Error('nothing is kept')
  const now = { ...before, baseUrl: 'http://127.0.0.1:1' }
  expect(withUnsavedEndpoint(now, unsaved)).toEqual({
    ...typed,
    baseUrl: 'http://127.0.0.1:1',
  })
})
