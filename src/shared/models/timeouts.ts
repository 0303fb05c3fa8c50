import { z } from 'zod'

/** The least and the most that a deadline can be set to, in ms. */
export const TIMEOUT_BOUNDS = { min: 1_000, max: 24 * 3_600_000 } as const

const Deadline = z.number().positive()

/** Deadlines of one model request, in ms. */
export const Timeouts = z
  .object({
    /** Until the endpoint takes the connection. */
    connectMs: Deadline,
    /** Until the first byte of the answer, from the start of the request on. */
    firstByteMs: Deadline,
    /** Between two bytes. */
    silenceMs: Deadline,
    /** The same while the model thinks. */
    thinkingSilenceMs: Deadline,
    /** The whole of it. */
    requestMs: Deadline,
  })
  .readonly()
export type Timeouts = z.infer<typeof Timeouts>

export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 15_000,
  firstByteMs: 60_000,
  silenceMs: 90_000,
  thinkingSilenceMs: 300_000,
  requestMs: 30 * 60_000,
}

/** A model on one's own machine may first have to be loaded. */
const LOCAL_FIRST_BYTE_MS = 10 * 60_000

const SetDeadline = z.number().int().min(TIMEOUT_BOUNDS.min).max(TIMEOUT_BOUNDS.max)
const OwnDeadline = SetDeadline.optional()
const ChangedDeadline = SetDeadline.nullable().optional()

/** What a person has set of them for one endpoint. What is left out is as Phoenix has it. */
export const OwnTimeouts = z
  .object({
    connectMs: OwnDeadline,
    firstByteMs: OwnDeadline,
    silenceMs: OwnDeadline,
    thinkingSilenceMs: OwnDeadline,
    requestMs: OwnDeadline,
  })
  .readonly()
export type OwnTimeouts = z.infer<typeof OwnTimeouts>

/** A change of these. What is left out stays; null is as Phoenix has it. */
export const ChangedTimeouts = z
  .object({
    connectMs: ChangedDeadline,
    firstByteMs: ChangedDeadline,
    silenceMs: ChangedDeadline,
    thinkingSilenceMs: ChangedDeadline,
    requestMs: ChangedDeadline,
  })
  .readonly()

/** What holds where a person has set nothing. */
export function usualTimeouts(isLocal: boolean): Timeouts {
  return isLocal ? { ...DEFAULT_TIMEOUTS, firstByteMs: LOCAL_FIRST_BYTE_MS } : DEFAULT_TIMEOUTS
}

/** What holds for an endpoint of which a person has set these. */
export function timeoutsOf(own: OwnTimeouts, isLocal: boolean): Timeouts {
  const usual = usualTimeouts(isLocal)
  return {
    connectMs: own.connectMs ?? usual.connectMs,
    firstByteMs: own.firstByteMs ?? usual.firstByteMs,
    silenceMs: own.silenceMs ?? usual.silenceMs,
    thinkingSilenceMs: own.thinkingSilenceMs ?? usual.thinkingSilenceMs,
    requestMs: own.requestMs ?? usual.requestMs,
  }
}
