import type { ReadSession } from '../../runtime/ports/import-port.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { PlacedSession, SessionPlace } from './find-sessions.ts'
import type { SessionPlaces } from './session-places.ts'

/** The start data of an import thread. */
export type ImportOrder =
  | { readonly type: 'find'; readonly places: SessionPlaces }
  | {
      readonly type: 'found'
      readonly session: Pick<PlacedSession, 'program'> & SessionPlace
      readonly scratch: string
    }
  | { readonly type: 'file'; readonly bytes: Uint8Array }

/** The thread's reports: a session arrives in pieces, so no message blocks the program's loop, and its head comes last. `end`
 * follows the last session. */
export type ImportReport =
  | { readonly type: 'sessions'; readonly sessions: readonly PlacedSession[] }
  | { readonly type: 'messages'; readonly messages: readonly Message[] }
  | { readonly type: 'image'; readonly hash: BlobHash; readonly data: string }
  | { readonly type: 'whole'; readonly head: Omit<ReadSession, 'messages' | 'images'> }
  | { readonly type: 'end' }
  | { readonly type: 'refused'; readonly why: string }
