import {
  askedCalls,
  type ConversationState,
} from '../../src/shared/conversation/conversation-state.ts'
import type { CallId } from '../../src/shared/ids.ts'
import type { ApprovalAnswer, Call } from '../../src/shared/conversation/turn.ts'

/** The person who is asked, and how they answer. */
interface AskedPerson {
  readonly state: ConversationState
  answer(callIds: readonly CallId[], answer: ApprovalAnswer): void
}

export const ONCE: ApprovalAnswer = { type: 'once' }

/** Acts of people who are asked for permission. */
export const ANSWERS = {
  allowAll: (stage) => stage.answer(idsOf(stage), ONCE),
  allowOne: (stage) => stage.answer(idsOf(stage).slice(0, 1), ONCE),
  allowLast: (stage) => stage.answer(idsOf(stage).slice(-1), ONCE),
  allowTwice: (stage) => {
    stage.answer(idsOf(stage), ONCE)
    stage.answer(idsOf(stage), ONCE)
  },
  allowAndDeny: (stage) => {
    stage.answer(idsOf(stage).slice(0, 1), ONCE)
    stage.answer(idsOf(stage), { type: 'deny', reason: 'on second thought' })
  },
  edit: (stage) => {
    stage.answer(idsOf(stage).slice(0, 1), { type: 'edited', command: 'echo instead' })
  },
  always: (stage) => {
    for (const { callId, name, subject } of randomAnswer(stage)) {
      if (subject === null) continue
      stage.answer([callId], { type: 'always', rule: { tool: name, subject, match: 'exact' } })
    }
  },
  alwaysSomethingElse: (stage) => {
    const rule = { tool: 'bash', subject: 'rm -rf /', match: 'exact' } as const
    stage.answer(idsOf(stage), { type: 'always', rule })
  },
  denyAll: (stage) => stage.answer(idsOf(stage), { type: 'deny', reason: ' ' }),
  denyOne: (stage) => {
    stage.answer(idsOf(stage).slice(0, 1), { type: 'deny', reason: 'not this' })
  },
} as const satisfies Record<string, (stage: AskedPerson) => void>

export function randomAnswer({ state }: AskedPerson): readonly Call[] {
  return state.type === 'awaitingApproval' ? askedCalls(state) : []
}

function idsOf(stage: AskedPerson): readonly CallId[] {
  return randomAnswer(stage).map(({ callId }) => callId)
}
