import type { ExportPlace, PlacedExport, ReadSession } from '../../runtime/ports/import-port.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { PlacedSession, SessionPlace } from './find-sessions.ts'
import type { SessionPlaces } from './session-places.ts'

/** The start data of an import thread. */
export interface ImportStart {
  readonly order: ImportOrder
  /** How many of its reports were taken: the thread waits for that, so none piles up on the program's loop. */
  readonly taken: Int32Array<SharedArrayBuffer>
}

export type ImportOrder =
  | { readonly type: 'find'; readonly places: SessionPlaces }
  | {
      readonly type: 'found'
      readonly session: Pick<PlacedSession, 'program'> & SessionPlace
      readonly scratch: string
    }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'export'; readonly path: string; readonly place: ExportPlace }

/** The thread's reports: a session arrives in pieces, so no message blocks the program's loop, and its head comes last. */
export type ImportReport =
  | { readonly type: 'sessions'; readonly sessions: readonly PlacedSession[] }
  | { readonly type: 'messages'; readonly messages: readonly Message[] }
  | { readonly type: 'image'; readonly hash: BlobHash; readonly data: string }
  | { readonly type: 'whole'; readonly head: Omit<ReadSession, 'messages' | 'images'> }
  | { readonly type: 'exports'; readonly exports: readonly PlacedExport[] }
  | { readonly type: 'refused'; readonly why: string }
