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
  const copied = new Set(copies.map(({ id }) => id as string))
  const places = through.flatMap(({ seq }) => (copied.has(`${fork}.m${seq}`) ? [seq] : []))
  return shells.flatMap((command, index): readonly ShellCommand[] => {
    const { afterSeq } = command
    if (afterSeq > throughSeq || command.phase.type === 'running') return []
    const [before, after] = [
      through.find(({ seq }) => seq === afterSeq),
      through.find(({ seq }) => seq > afterSeq),
    ]
    if (isRewound(before) && isRewound(after)) return []
    const id = WorkId.parse(`${fork}.s${index}`)
    return [{ ...command, id, afterSeq: places.filter((seq) => seq <= afterSeq).length }]
  })
}
