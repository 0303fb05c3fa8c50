import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JobEnd, MAX_JOB_ENDS } from '../../shared/conversation/background-job.ts'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import {
  IDLE_STATE,
  agentMessage,
  eventOf,
  personMessage,
  rewoundMessage,
  SAMPLE_TURN,
  snapshotOf,
  stepOf,
  callGrewOf,
  streamedOf,
  streamingState,
  toolAskingState,
  toolState,
} from '../fakes/samples.ts'
import { Instructions } from '../../shared/conversation/turn.ts'
import { type ConversationView, applyEvent, viewOf } from './conversation-view.ts'

const idle = viewOf(snapshotOf())
const streaming = viewOf(snapshotOf({ state: streamingState() }))

function after(view: ConversationView, ...events: readonly ClientEvent[]): ConversationView {
  return events.reduce((now, event) => {
    const applied = applyEvent(now, event)
    return applied.type === 'changed' ? applied.view : now
  }, view)
}

const printed = (text: string, dropped = 0, callId = 'm2.0'): ClientEvent =>
  eventOf('conversation.printed', { callId, dropped, text })

test('an unsaved step is shown to a window that opens, and once when it is saved', () => {
  const [said, unsaved] = [personMessage(1, 'Go'), agentMessage(2, [])]
  const opened = viewOf(snapshotOf({ messages: [said], unsaved: [unsaved] }))
  expect(opened.messages).toEqual([said, unsaved])
  expect(after(opened, stepOf(10, 11, { messages: [unsaved] })).messages).toEqual([said, unsaved])
})

test('the end of a turn between two looks at the view is noticed', () => {
  const begun = stepOf(10, 11, { state: streamingState() })
  const over = after(idle, begun, stepOf(11, 12, { state: IDLE_STATE }))
  expect([idle.ended, over.ended]).toEqual([null, { goal: 'reply' }])
  const again = after(over, stepOf(12, 13, { state: toolState() }), stepOf(13, 14))
  expect(again.ended).not.toBe(over.ended)
  expect(after(over, stepOf(12, 13)).ended).toBe(over.ended)
})

test('the end of a stopped turn whose work had to be waited for is noticed', () => {
  const state = { type: 'cancelling', turnId: SAMPLE_TURN.id, what: [], deadline: 9 } as const
  const stopped = stepOf(11, 12, { state, turn: null })
  const stopping = after(idle, stepOf(10, 11, { state: toolState() }), stopped)
  const over = after(stopping, stepOf(12, 13))
  expect([stopping.ended, over.ended]).toEqual([null, { goal: 'reply' }])
})

describe('the guard', () => {
  test('T84: events of another conversation or an older epoch change nothing', () => {
    expect(applyEvent(idle, { ...stepOf(10, 11), conversationId: 'c2' } as ClientEvent).type).toBe(
      'ignored',
    )
    expect(applyEvent(idle, stepOf(10, 11, { epoch: 0 })).type).toBe('ignored')
    expect(applyEvent(idle, stepOf(10, 11, { epoch: 2 })).type).toBe('ignored')
  })

  test('T77: old events are dropped, a gap is reported, the next one is accepted', () => {
    expect(applyEvent(idle, stepOf(9, 10)).type).toBe('ignored')
    expect(applyEvent(idle, stepOf(11, 12)).type).toBe('gap')
    expect(after(idle, stepOf(10, 14)).seq).toBe(14)
  })

  test('any shuffle with duplicates ends in the state of its newest step, or in a gap', () => {
    const steps = [10, 11, 12, 13].map((seq) =>
      stepOf(seq, seq + 1, { messages: [personMessage(seq)] }),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray([...steps, ...steps], { minLength: 1 }), (events) => {
        let view = idle
        for (const event of events) {
          const applied = applyEvent(view, event)
          if (applied.type === 'gap') return
          if (applied.type === 'changed') view = applied.view
        }
        expect(view.messages.map((message) => message.seq)).toEqual(
          Array.from({ length: view.seq - 10 }, (_, index) => index + 10),
        )
      }),
    )
  })

  test('a message that arrives twice is stored once', () => {
    const message = personMessage(3)
    const view = after(
      idle,
      stepOf(10, 11, { messages: [message] }),
      stepOf(11, 12, { messages: [message] }),
    )
    expect(view.messages).toEqual([message])
  })

  test('a step that could not be saved is shown and does not advance the sequence', () => {
    const unsaved = eventOf('conversation.unsaved', {
      at: 0,
      state: toolState(),
      turn: SAMPLE_TURN,
      messages: [personMessage(1)],
    })
    const view = after(idle, unsaved)
    expect(view.state.type).toBe('toolExecuting')
    expect(view.seq).toBe(10)
    const saved = after(view, stepOf(10, 12, { messages: [personMessage(1)] }))
    expect(saved.messages).toHaveLength(1)
    expect(saved.seq).toBe(12)
  })
})

describe('the running reply', () => {
  test('a silence of the model is shown until its end is reported', () => {
    const silence = { requestId: 'r1', since: 1, until: 2 }
    const silent = after(streaming, eventOf('conversation.silent', { silence }))
    expect(silent.silence).toEqual(silence)
    expect(after(silent, eventOf('conversation.silent', { silence: null })).silence).toBeNull()
  })

  test('overlaps are cut and a gap is reported', () => {
    const view = after(streaming, streamedOf(0, 'abc'), streamedOf(2, 'cde'), streamedOf(0, 'ab'))
    expect(view.reply?.text).toBe('abcde')
    expect(applyEvent(view, streamedOf(6, 'x')).type).toBe('gap')
  })

  test('any pieces of a text, in order and with overlaps, give the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.array(fc.nat({ max: 10 })), (text, cuts) => {
        let end = 0
        let view = streaming
        for (const cut of [...cuts, text.length]) {
          const from = Math.max(0, end - (cut % 3))
          end = Math.min(text.length, end + cut)
          view = after(view, streamedOf(from, text.slice(from, end)))
        }
        expect(view.reply?.text ?? '').toBe(text)
      }),
    )
  })

  test('T76: the final message replaces it, and later pieces change nothing', () => {
    const message = agentMessage(2, [{ type: 'text', text: 'abc' }])
    const view = after(streaming, streamedOf(0, 'abc'), stepOf(10, 11, { messages: [message] }))
    expect(view.reply).toBeNull()
    expect(view.notKept).toBeNull()
    expect(view.streamedAs.get(message.id)).toBe('r1')
    expect(applyEvent(view, streamedOf(3, 'd')).type).toBe('ignored')
  })

  test('R5: a stopped reply stays greyed until the next message, or until it is rewound', () => {
    const stopped = after(streaming, streamedOf(0, 'half'), stepOf(10, 11))
    expect(stopped.notKept?.text).toBe('half')
    const thought = after(streaming, streamedOf(0, 'why', { part: 'thinking' }), stepOf(10, 11))
    expect(thought.notKept?.thinking).toBe('why')
    const silent = after(streaming, streamedOf(0, ' \n'), stepOf(10, 11))
    expect(silent.notKept).toBeNull()
    const next = after(stopped, stepOf(11, 12, { messages: [personMessage(4)] }))
    expect(next.notKept).toBeNull()
    const replaced = after(
      streaming,
      streamedOf(0, 'half'),
      stepOf(10, 11, { messages: [personMessage(4)] }),
    )
    expect(replaced.notKept).toBeNull()
    const rewound = after(stopped, stepOf(11, 12, { messages: [rewoundMessage(4, 1)] }))
    expect(rewound.notKept).toBeNull()
  })

  test('T83: pieces of an older request do not reach the new one', () => {
    const next = after(
      streaming,
      streamedOf(0, 'old'),
      stepOf(10, 11, { state: streamingState('r2') }),
    )
    expect(applyEvent(next, streamedOf(3, 'er')).type).toBe('ignored')
    expect(after(next, streamedOf(0, 'new', { requestId: 'r2' })).reply?.text).toBe('new')
  })

  test('thinking and text grow separately', () => {
    const view = after(streaming, streamedOf(0, 'why', { part: 'thinking' }), streamedOf(0, 'so'))
    expect(view.reply).toEqual({ requestId: 'r1', thinking: 'why', text: 'so', calls: [] })
  })

  test('a call grows in it, and stays with it when stopped', () => {
    const begun = after(streaming, callGrewOf(0, 'one'), callGrewOf(1, 'other'))
    const grown = after(begun, callGrewOf(0, 'one two'))
    expect(grown.reply?.calls.map(({ text }) => text)).toEqual(['one two', 'other'])
    expect(after(grown, stepOf(10, 11)).notKept?.calls).toHaveLength(2)
    expect(applyEvent(streaming, callGrewOf(1, 'other')).type).toBe('gap')
    expect(applyEvent(grown, callGrewOf(0, 'old', 'r0')).type).toBe('ignored')
  })
})

describe('the running call', () => {
  const running = viewOf(snapshotOf({ state: toolState() }))

  test('shows the end of its output, and how much was cut', () => {
    const view = after(running, printed('a'.repeat(200_000)), printed('b'.repeat(100_000)))
    expect(view.output?.text).toHaveLength(256 * 1024)
    expect(view.output?.dropped).toBe(300_000 - 256 * 1024)
    expect(view.output?.text.endsWith('b')).toBe(true)
  })

  test('marks where output was left out', () => {
    const view = after(running, printed('a\n'), printed('z\n', 500))
    expect(view.output).toMatchObject({ text: 'a\n\n…\nz\n', dropped: 500 })
  })

  test('does not show output of another call', () => {
    expect(applyEvent(running, printed('x', 0, 'm9.0')).type).toBe('ignored')
    expect(applyEvent(after(running, stepOf(10, 11)), printed('x')).type).toBe('ignored')
  })

  test('keeps its output while it asks a person something, and goes on printing', () => {
    const asking = stepOf(10, 11, { state: toolAskingState() })
    const view = after(running, printed('a\n'), asking, printed('b\n'))
    expect(view.output?.text).toBe('a\nb\n')
    expect(after(view, stepOf(11, 12, { state: toolState() })).output?.text).toBe('a\nb\n')
    expect(after(view, stepOf(11, 12, { state: toolAskingState('m2.1') })).output).toBeNull()
  })

  test('T80: the step to rest is always accepted', () => {
    expect(after(running, stepOf(10, 11, { state: IDLE_STATE })).state).toEqual(IDLE_STATE)
  })
})

describe('settings of a conversation', () => {
  test('waiting messages and settings arrive in their own events, and in no others', () => {
    const waiting = [{ id: 'm9', text: 'Then this', attachments: [], when: 'idle' }]
    const told = [
      eventOf('conversation.waiting', { waiting }),
      eventOf('conversation.configured', {
        permissionMode: 'auto',
        network: false,
        webSearch: true,
        searchesWeb: true,
        systemPrompt: 'Be brief.',
        chosenModel: 'ollama/qwen3:8b',
        chosenFallback: '',
        chosenEffort: 'high',
        chosenKeepTrying: '1h',
        chosenBudget: null,
        model: 'ollama/qwen3:8b',
        use: { usedTokens: 5, limitTokens: 50, holdsImages: false },
      }),
    ]
    expect(after(idle, ...told)).toMatchObject({
      waiting,
      permissionMode: 'auto',
      network: false,
      webSearch: true,
      searchesWeb: true,
      systemPrompt: 'Be brief.',
      chosenModel: 'ollama/qwen3:8b',
      chosenFallback: '',
    })
    for (const event of told)
      expect(applyEvent(idle, { ...event, epoch: 2 } as ClientEvent).type).toBe('ignored')
  })

  test('the context usage arrives with each step', () => {
    const limits = { limitTokens: 200, holdsImages: true }
    const more = after(idle, stepOf(10, 11, { usedTokens: 90 }))
    expect(more.use).toEqual({ ...idle.use, usedTokens: 90 })
    expect(after(more, stepOf(11, 12, { limits })).use).toEqual({ ...limits, usedTokens: 90 })
  })

  test('fields missing from a step are unchanged', () => {
    const file = { name: 'AGENTS.md', blob: 'a'.repeat(64), bytes: 1, isCut: false }
    const instructions = [Instructions.parse(file)]
    const said = { turn: SAMPLE_TURN, model: 'other', instructions }
    const known = after(idle, stepOf(10, 11, { ...said, state: toolState() }))
    expect(known).toMatchObject(said)
    const bare = { after: 11, seq: 12, state: toolState('m2.1'), messages: [] }
    expect(after(known, eventOf('conversation.stepped', bare))).toMatchObject(said)
    const rest = { after: 11, seq: 12, state: IDLE_STATE, messages: [], turn: null }
    expect(after(known, eventOf('conversation.stepped', rest)).turn).toBeNull()
  })
})

test('the end of a job is kept with those that the window started with', () => {
  const phase = { type: 'ended', by: 'person', at: 2 }
  const first = JobEnd.parse({ callId: 'm2.0', number: 1, since: 1, phase })
  const second = JobEnd.parse({ callId: 'm4.0', number: 2, since: 1, phase })
  const opened = viewOf(snapshotOf({ jobEnds: [first] }))
  const told = eventOf('conversation.jobEnded', { end: second })
  expect(after(opened, told).jobEnds).toEqual([first, second])
  const full = viewOf(snapshotOf({ jobEnds: Array(MAX_JOB_ENDS).fill(first) }))
  expect(after(full, told).jobEnds).toEqual([...Array(MAX_JOB_ENDS - 1).fill(first), second])
})
