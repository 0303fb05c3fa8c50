import { assertNever } from '../../../shared/assert-never.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { MessageId, WorkId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { RestorePlace } from './restore.ts'

/** Actions at a place of the conversation. */
export interface PlaceActs {
  /** The seq up to which a message (by its key on the page) or a call (by its id) reaches. Null: it is not stored yet. */
  placeOf(key: string): number | null
  fork(throughSeq: number): void
  /** Copies a link to it. */
  copyLink(seq: number): void
  /** Summarises everything before a person's message. Null: not possible now, or there is nothing. */
  compactBefore(seq: number): (() => void) | null
  /** Asks before anything is restored. Null: not possible now. */
  readonly restore: ((place: RestorePlace) => void) | null
}

/** The places of messages and calls: a reply reaches to its last result, a call to its own. */
export function placesIn(
  messages: readonly Message[],
  streamedAs: ReadonlyMap<MessageId, WorkId>,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const { id, seq, content } of messages) {
    const key = streamedAs.get(id) ?? id
    switch (content.type) {
      case 'user':
        places.set(key, seq)
        break
      case 'agent':
        places.set(key, seq)
        content.blocks
          .filter(({ type }) => type === 'toolCall')
          .forEach((_call, index) => places.set(callIdOf(id, index), seq))
        break
      case 'tool': {
        const reply = content.callId.slice(0, content.callId.lastIndexOf('.')) as MessageId
        places.set(content.callId, seq)
        places.set(streamedAs.get(reply) ?? reply, seq)
        break
      }
      case 'undo':
      case 'subAgent':
      case 'summary':
      case 'repair':
      case 'attachmentsDropped':
      case 'rewound':
      case 'system':
      case 'error':
      case 'unreadable':
        break
      default:
        assertNever(content)
    }
  }
  return places
}
