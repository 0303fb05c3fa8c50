import { rewoundIn } from '../../../shared/messages/active-messages.ts'
import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Message, NewMessage } from '../../../shared/messages/message.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'

interface ForkedFrom {
  readonly history: readonly Message[]
  readonly shells: readonly ShellCommand[]
  readonly throughSeq: number
}

/**
 * Returns a person's own commands within the part that a fork copies, placed after the same messages. A running one
 * continues in the original conversation. Commands among rewound messages stay there.
 */
export function forkedShells(
  { history, shells, throughSeq }: ForkedFrom,
  copies: readonly NewMessage[],
  fork: ConversationId,
): readonly ShellCommand[] {
  if (shells.length === 0) return []
  const through = history.filter(({ seq }) => seq <= throughSeq)
  const rewound = rewoundIn(through)
  const isRewound = (message: Message | undefined): boolean =>
    message !== undefined && rewound.has(message.id)
  const seqs = through.map(({ seq }) => seq)
  const copied = new Set(copies.map(({ id }) => id as string))
  const places = seqs.filter((seq) => copied.has(`${fork}.m${seq}`))
  return shells.flatMap((command, index): readonly ShellCommand[] => {
    const { afterSeq } = command
    if (afterSeq > throughSeq || command.phase.type === 'running') return []
    const next = countThrough(seqs, afterSeq)
    const before = seqs[next - 1] === afterSeq ? through[next - 1] : undefined
    if (isRewound(before) && isRewound(through[next])) return []
    const id = WorkId.parse(`${fork}.s${index}`)
    return [{ ...command, id, afterSeq: countThrough(places, afterSeq) }]
  })
}

/** Returns how many of these places, which ascend, come no later than this one. */
function countThrough(places: readonly number[], seq: number): number {
  let [from, to] = [0, places.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((places[middle] ?? 0) <= seq) from = middle + 1
    else to = middle
  }
  return from
}
