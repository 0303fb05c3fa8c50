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

test('an error thrown by a callback is reported with its place, and not rethrown', () => {
  const faults = hearing()
  guard('a timer', breaking)()
  expect(faults).toMatchObject([{ where: 'a timer', error: { message: 'broken' } }])
})

test('arguments reach the callback', () => {
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

test('a listener that throws does not keep others from hearing', () => {
  onTestFinished(onFault(breaking))
  const faults = hearing()
  guard('a timer', breaking)()
  expect(faults).toHaveLength(1)
})

test('without listeners a fault is rethrown and not lost', () => {
  expect(guard('a timer', breaking)).toThrow('broken')
})
