import * as z from '../schema.ts'
import { AppError } from '../app-error.ts'
import { ClientEvent } from './events.ts'
import { ConversationId } from '../ids.ts'

/**
 * Sent in place of a frame by a host that cannot close the connection itself: it is closed, and the page must
 * reconnect.
 */
export const CLOSED = ''

/** Maximum length of a frame that a host accepts, in bytes. */
export const MAX_FRAME_BYTES = 1024 * 1024

const frameId = z.number().int().nonnegative()

/** A frame from a client. Cancel is a frame, not a command, so no other request can delay it. */
export const ClientFrame = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('request'),
      id: frameId,
      command: z.string().max(100),
      input: z.unknown(),
    })
    .readonly(),
  z.object({ type: z.literal('cancel'), id: frameId, conversationId: ConversationId }).readonly(),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** A frame from a host: an event, or the response to the request or cancel with its id. */
export const HostFrame = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('response'),
      id: frameId,
      result: z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), value: z.unknown() }),
        z.object({ ok: z.literal(false), error: AppError }),
      ]),
    })
    .readonly(),
  ClientEvent,
])
export type HostFrame = z.infer<typeof HostFrame>

/**
 * One side of a connection between client and host. Frames keep their order. `close` may be called twice. `onClose` is
 * called once, also after `close`.
 */
export interface Connection<Out, In> {
  send(frame: Out): void
  onFrame(listener: (frame: In) => void): void
  onClose(listener: () => void): void
  close(): void
}

/** The client's side of a connection. A frame is sent with its JSON, which was already made to measure it. */
export interface HostConnection extends Omit<Connection<ClientFrame, HostFrame>, 'send'> {
  send(frame: ClientFrame, json: string): void
}
