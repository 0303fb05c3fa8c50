import { expect, test } from 'vitest'
import { OwnTimeouts, TIMEOUT_BOUNDS } from '../../../../shared/models/timeouts.ts'
import { DEADLINES, deadlineFields, timeoutsIn } from './deadline-form.ts'

const NONE = deadlineFields({})

test('row 3 each deadline of an endpoint can be set by itself, and is shown as it was set', () => {
  expect(timeoutsIn(NONE)).toEqual({ ok: true, value: {} })
  for (const [name] of DEADLINES) {
    const own = { [name]: 7_000 }
    expect(deadlineFields(own)).toEqual({ ...NONE, [name]: '7' })
    expect(timeoutsIn({ ...NONE, [name]: ' 7 ' })).toEqual({ ok: true, value: own })
    expect(OwnTimeouts.parse(own)).toEqual(own)
  }
})

test.each([1_001, 1_500, 4_350, TIMEOUT_BOUNDS.max - 1])(
  '%i ms from a file are shown unchanged',
  (silenceMs) => {
    expect(timeoutsIn(deadlineFields({ silenceMs }))).toEqual({ ok: true, value: { silenceMs } })
  },
)

test.each([
  '0',
  '-1',
  '0.999',
  '1.5001',
  '1,5',
  '1e3',
  'soon',
  String(TIMEOUT_BOUNDS.max / 1000 + 1),
])('a deadline of %j is refused by its name', (typed) => {
  expect(timeoutsIn({ ...NONE, silenceMs: typed })).toEqual({
    ok: false,
    error: 'Silence: enter a number of seconds from 1 to 86,400, or leave it empty.',
  })
})
