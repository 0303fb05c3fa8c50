import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { ClientEvent } from './events.ts'
import { ConversationId } from '../ids.ts'

/** The longest frame that a host accepts, in bytes. */
export const MAX_FRAME_BYTES = 1024 * 1024

const frameId = z.number().int().nonnegative()

/** What a client says. Cancel is a frame of its own and stands behind no request's work. */
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

/** What a host says: an event, or a response to the request or cancel of its id. */
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
 * One client's line to the host, or the host's to one client. Frames keep their order. `close` may be called twice.
 * `onClose` is told once, also after a close of one's own.
 */
export interface Connection<Out, In> {
  send(frame: Out): void
  onFrame(listener: (frame: In) => void): void
  onClose(listener: () => void): void
  close(): void
}

/** A client's own end of its line. What is sent comes with its JSON: it was measured, and is made once. */
export interface HostConnection extends Omit<Connection<ClientFrame, HostFrame>, 'send'> {
  send(frame: ClientFrame, json: string): void
}
