import { expect, onTestFinished, test } from 'vitest'
import { type Fault, guard, onFault, reportFault } from './guard.ts'

function hearing(): Fault[] {
  const faults: Fault[] = []
  onTestFinished(onFault((fault) => void faults.push(fault)))
  return faults
}

function breaking(): never {
  throw new Error('broken')
}

test('what a callback throws is reported with its place, and not rethrown', () => {
  const faults = hearing()
  guard('a timer', breaking)()
  expect(faults).toMatchObject([{ where: 'a timer', error: { message: 'broken' } }])
})

test('what it is called with reaches the callback', () => {
  const taken: unknown[] = []
  guard('a change', (name: string, size: number) => taken.push(name, size))('a', 1)
  expect(taken).toEqual(['a', 1])
})

test('an error rethrown from guard to guard is reported once', () => {
  const faults = hearing()
  const error = new Error('broken')
  reportFault({ where: 'within', error, conversationId: null })
  reportFault({ where: 'around', error, conversationId: null })
  expect(faults.map(({ where }) => where)).toEqual(['within'])
})

test('one who hears and throws keeps nobody else from hearing', () => {
  onTestFinished(onFault(breaking))
  const faults = hearing()
  guard('a timer', breaking)()
  expect(faults).toHaveLength(1)
})

test('where nobody hears, a fault is thrown on and not lost', () => {
  expect(guard('a timer', breaking)).toThrow('broken')
})
