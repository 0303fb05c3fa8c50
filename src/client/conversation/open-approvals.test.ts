import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import {
  IDLE_STATE,
  askedCall,
  askingState,
  delegatingState,
  replyWith,
  type SampleCall,
  snapshotOf,
  spawningReply,
} from '../fakes/samples.ts'
import { type ConversationView, viewOf } from './conversation-view.ts'
import type { Thread } from './thread.ts'
import { alwaysChoicesOf } from './always-choices.ts'
import { type Question, askingConversationsOf, questionOf } from './open-approvals.ts'

const viewIn = (state: ConversationView['state'], ...messages: Message[]): ConversationView =>
  viewOf(snapshotOf({ state, messages }))
const asking = (answered: readonly string[], ...calls: readonly SampleCall[]): ConversationView =>
  viewIn(askingState(answered, ...calls), replyWith(...calls))
const opened = (view: ConversationView): Thread => ({ type: 'open', view })
const asks = { type: 'asking', left: 5 }
const works = { type: 'working', deadline: 9 }
const parent = viewIn(delegatingState(works, asks, asks, asks), spawningReply(4))
const [one, two, three] = askingConversationsOf(parent).map(({ conversationId }) => conversationId)

function threadsOf(...threads: readonly (readonly [ConversationId | undefined, Thread])[]) {
  return new Map(
    threads.flatMap(([id, thread]) => (id === undefined ? [] : [[id, thread] as const])),
  )
}

const commandOf = (question: Question | null): unknown =>
  question?.phase.type === 'asks' ? question.phase.current.call.subject : question?.phase.type

describe('the single question on the screen', () => {
  test('is absent when nobody asks', () => {
    expect(questionOf(viewIn(IDLE_STATE), new Map(), null)).toBeNull()
    expect(questionOf(viewIn(delegatingState(works)), new Map(), null)).toBeNull()
  })

  test('a call asks once the ones before it are answered, and those keep their answer', () => {
    const calls = [askedCall('m2.0', 'rm x'), askedCall('m2.1', 'rm y')]
    const before = questionOf(asking([], ...calls), new Map(), null)
    expect(commandOf(before)).toBe('rm x')
    const after = questionOf(asking(['m2.0'], ...calls), new Map(), null)
    expect(commandOf(after)).toBe('rm y')
    expect(after?.phase).toMatchObject({ calls: [{ answer: 'once' }, { answer: null }] })
  })

  test('for many asking sub-agents, the first is shown by its task and the others are counted', () => {
    const threads = threadsOf(
      [one, opened(asking([], askedCall('m2.0', 'rm 1')))],
      [two, opened(asking([], askedCall('m2.0', 'rm 2')))],
    )
    const question = questionOf(parent, threads, null)
    expect(question?.asker).toEqual({ conversationId: one, task: 'Task 1' })
    expect(commandOf(question)).toBe('rm 1')
    expect(question?.others).toBe(2)
  })

  test('one that was just answered makes room for the next', () => {
    const threads = threadsOf([one, opened(viewIn(IDLE_STATE))])
    const question = questionOf(parent, threads, null)
    expect(question?.asker.conversationId).toBe(two)
    expect(question?.phase.type).toBe('opening')
    expect(question?.others).toBe(1)
    const all = [one, two, three].map((id) => [id, opened(viewIn(IDLE_STATE))] as const)
    expect(questionOf(parent, threadsOf(...all), null)).toBeNull()
  })

  test('a later question does not replace the shown one, even if its task comes first; an answered or ended one is replaced', () => {
    const asked = (subject: string): Thread => opened(asking([], askedCall('m2.0', subject)))
    const threads = threadsOf([one, asked('rm 1')], [two, asked('rm 2')], [three, asked('rm 3')])
    const question = questionOf(parent, threads, two ?? null)
    expect(commandOf(question)).toBe('rm 2')
    expect(question?.others).toBe(2)
    const answered = new Map([...threads, ...threadsOf([two, opened(viewIn(IDLE_STATE))])])
    expect(commandOf(questionOf(parent, answered, two ?? null))).toBe('rm 1')
    const stopped = viewIn(delegatingState(works, asks, { type: 'stopping' }, asks))
    expect(commandOf(questionOf(stopped, threads, two ?? null))).toBe('rm 1')
  })

  test('however many work, have ended, ask or were answered: one card while any asks, and it counts the others', () => {
    const child = fc.constantFrom('working', 'ended', 'asking', 'answered', 'not opened yet')
    const phases = {
      working: works,
      ended: { type: 'ended', outcome: 'completed', messageId: 'm' },
      asking: asks,
      answered: asks,
      'not opened yet': asks,
    }
    fc.assert(
      fc.property(fc.array(child, { maxLength: 10 }), (children) => {
        const state = delegatingState(...children.map((each) => phases[each]))
        const ids = state.type === 'awaitingSubAgents' ? state.children : []
        const threads = ids.flatMap(({ agentId }, index) => {
          const asked = asking([], askedCall('m2.0', `rm ${index}`))
          if (children[index] === 'asking') return [[agentId, opened(asked)] as const]
          return children[index] === 'answered'
            ? [[agentId, opened(viewIn(IDLE_STATE))] as const]
            : []
        })
        const question = questionOf(viewIn(state), threadsOf(...threads), null)
        const open = children.filter((each) => each === 'asking' || each === 'not opened yet')
        expect(question === null ? 0 : question.others + 1).toBe(open.length)
      }),
    )
  })

  test('a call whose reply is not on the page does not ask unseen', () => {
    const calls = [askedCall('m2.0', 'rm x'), askedCall('m2.1', 'rm y')]
    const view = viewIn(askingState([], ...calls), replyWith(...calls.slice(0, 1)))
    expect(questionOf(view, new Map(), null)?.phase.type).toBe('failed')
  })

  test('one that cannot be opened says so', () => {
    const error = { code: 'notFound', message: 'It is gone.' } as const
    const failed: Thread = { type: 'failed', conversationId: parent.summary.id, error }
    expect(questionOf(parent, threadsOf([one, failed]), null)?.phase).toEqual({
      type: 'failed',
      message: 'It is gone.',
    })
  })
})

const only = (call: SampleCall): Question['phase'] | undefined =>
  questionOf(asking([], call), new Map(), null)?.phase

describe('a permanent rule', () => {
  test('names the tool and its whole subject', () => {
    const phase = only(askedCall('m2.0', 'npm test'))
    const rule = { tool: 'bash', subject: 'npm test', match: 'exact' }
    expect(phase?.type === 'asks' && alwaysChoicesOf(phase.current)[0]).toEqual(rule)
  })

  test.each([
    ['outside', 'cat /etc/x'],
    ['secret', 'cat .env'],
    ['repeated', 'npm test'],
    ['mode', null],
  ])('is not offered if the reason is %s and the subject %s', (why, subject) => {
    const phase = only(askedCall('m2.0', subject, why))
    expect(phase?.type === 'asks' && alwaysChoicesOf(phase.current)).toEqual([])
  })
})
