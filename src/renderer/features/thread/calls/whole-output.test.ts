import { expect, test } from 'vitest'
import { appError, type AppError } from '../../../../shared/app-error.ts'
import type { OutputPage } from '../../../../shared/protocol/output-page.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { WholeOutput } from './whole-output.svelte.ts'

const PAGES: readonly OutputPage[] = [
  { text: 'a\n', from: 0, standsFor: { from: 0, to: 3 } },
  { text: 'b\n', from: 2, standsFor: { from: 0, to: 3 } },
  { text: 'c\n', from: 4, standsFor: { from: 0, to: 3 } },
]

/** An output in pages, of which requests fail as long as the host is away. */
function output(pages = PAGES): {
  whole: WholeOutput
  host: { isAway: boolean; asked: (number | null)[] }
} {
  const host = { isAway: false, asked: [] as (number | null)[] }
  const whole = new WholeOutput(
    (before): Promise<Result<{ page: OutputPage | null }, AppError>> => {
      host.asked.push(before)
      const page = pages.findLast(({ from }) => from < (before ?? Infinity)) ?? null
      return Promise.resolve(
        host.isAway ? failed(appError('internal', 'The disk is gone.')) : ok({ page }),
      )
    },
  )
  return { whole, host }
}

test('a failed request says so, and the next attempt reads what is missing', async () => {
  const { host, whole } = output()
  host.isAway = true
  await whole.load()
  expect(whole).toMatchObject({ isKnown: true, page: null, problem: 'The disk is gone.' })
  host.isAway = false
  await whole.load()
  expect(whole).toMatchObject({ page: { text: 'c\n' }, problem: null })
  host.isAway = true
  await whole.load()
  expect(whole).toMatchObject({ page: { text: 'c\n' }, problem: 'The disk is gone.' })
  host.isAway = false
  await whole.load()
  expect(whole).toMatchObject({ page: { text: 'b\nc\n' }, problem: null })
})

test('a copy is whole or none: it is never cut without a word', async () => {
  const { host, whole } = output()
  host.isAway = true
  await whole.load()
  expect(await whole.fill('cut')).toBeNull()
  host.isAway = false
  expect(await whole.fill('cut')).toBe('a\nb\nc\u001B[0m')
  expect(whole.problem).toBeNull()
  expect(host.asked).toEqual([null, null, null, 4, 2])
})

test('a result that says everything is copied as it is, without another request', async () => {
  const { host, whole } = output([])
  await whole.load()
  expect(await whole.fill('all')).toBe('all')
  expect(host.asked).toEqual([null])
})
