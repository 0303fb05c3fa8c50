import { haltTurn as haltTurnWell } from '../../src/main/core/round/close-turn.ts'
import type { MessageId } from '../../src/shared/ids.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'

export {
  closeOverdue,
  failStorage,
  loseTurn,
  recordHalt,
  replaceTurn,
} from '../../src/main/core/round/close-turn.ts'

/** PLANTED BUG: a stopped call gets its result twice. */
export function haltTurn(...given: Parameters<typeof haltTurnWell>): Moved {
  const moved = haltTurnWell(...given)
  const result = moved.messages.find(({ content }) => content.type === 'tool')
  if (result === undefined) return moved
  const again = { ...result, id: `${result.id}.again` as MessageId }
  return { ...moved, messages: [...moved.messages, again] }
}
