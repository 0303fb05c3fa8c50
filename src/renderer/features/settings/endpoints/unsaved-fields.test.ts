import { expect, test } from 'vitest'
import { fieldsOf as endpointFieldsOf, NEW_MODEL } from './endpoint-form.ts'
import { unsavedKeyOf, unsavedOf, withUnsavedEndpoint } from './unsaved-fields.ts'

test('typed text returns to the fields of an endpoint, what was saved elsewhere meanwhile stays, and the list of models is one field', () => {
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

test('each form keeps its own unsaved fields, also those of an endpoint that is called like another form', () => {
  const forms = ['new', 'local', { id: 'new' }, { id: 'local' }] as const
  expect(new Set(forms.map(unsavedKeyOf)).size).toBe(4)
})
