import { describe, expect, test } from 'vitest'
import { CallId } from '../../shared/ids.ts'
import {
  IDLE_STATE,
  askedCall,
  askingState,
  delegatingState,
  toolAskingState,
  toolState,
} from '../fakes/samples.ts'
import { callsNow } from './call-now.ts'

const first = CallId.parse('m2.0')
const second = CallId.parse('m2.1')

describe('the status of a call without a result', () => {
  test('the running one has its own output, and no other', () => {
    const output = { callId: first, text: 'ok', dropped: 0 }
    expect(callsNow(toolState('m2.0'), output).get(first)).toMatchObject({ output })
    expect(callsNow(toolState('m2.0'), { ...output, callId: second }).get(first)).toMatchObject({
      type: 'running',
      output: null,
    })
  })

  test('one that asks a person something while it runs still has its output', () => {
    const output = { callId: first, text: 'ok', dropped: 0 }
    expect(callsNow(toolAskingState(), output).get(first)).toEqual({ type: 'questioning', output })
    const other = { ...output, callId: second }
    expect(callsNow(toolAskingState(), other).get(first)).toEqual({
      type: 'questioning',
      output: null,
    })
  })

  test('answered calls keep their answers while others wait', () => {
    const asked = [askedCall('m2.0', 'rm x'), askedCall('m2.1', 'rm y')]
    const calls = callsNow(askingState(['m2.0'], ...asked), null)
    expect(calls.get(first)).toEqual({ type: 'answered', answer: 'once' })
    expect(calls.get(second)).toEqual({ type: 'asked' })
  })

  test('the one with working sub-agents counts its time', () => {
    const works = { type: 'working', deadline: 9 }
    expect(callsNow(delegatingState(works), null).get(first)?.type).toBe('delegating')
    expect(callsNow(IDLE_STATE, null).size).toBe(0)
  })
})
