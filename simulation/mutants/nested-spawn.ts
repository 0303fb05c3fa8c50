import type { Call, Verdict } from '../../src/shared/conversation/turn.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { CallFacts } from '../../src/main/core/machine/event.ts'
import {
  judge as judgeWell,
  judgeInTurn as judgeInTurnWell,
} from '../../src/main/core/round/permission-policy.ts'

export { judgeAgain } from '../../src/main/core/round/permission-policy.ts'

/** PLANTED BUG: a sub-agent may start sub-agents. */
export function judge(facts: CallFacts, index: number, context: Context): Verdict {
  const isSpawn = facts.check.type === 'runnable' && facts.check.action === 'spawn'
  return judgeWell(facts, index, isSpawn ? asRoot(context) : context)
}

export function judgeInTurn(call: Call, context: Context): Call {
  return judgeInTurnWell(call, call.action === 'spawn' ? asRoot(context) : context)
}

function asRoot(context: Context): Context {
  return { ...context, role: { type: 'root' } }
}
