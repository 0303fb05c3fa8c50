import type { Verdict } from '../../src/shared/conversation/turn.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { CallFacts } from '../../src/main/core/machine/event.ts'
import { judge as judgeWell } from '../../src/main/core/round/permission-policy.ts'

export { judgeAgain } from '../../src/main/core/round/permission-policy.ts'

/** PLANTED BUG: a sub-agent may start sub-agents. */
export function judge(facts: CallFacts, index: number, context: Context): Verdict {
  const isSpawn = facts.check.type === 'runnable' && facts.check.action === 'spawn'
  const role = { type: 'root' } as const
  return judgeWell(facts, index, isSpawn ? { ...context, role } : context)
}
