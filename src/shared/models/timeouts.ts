import * as z from '../schema.ts'

/** The bounds of a deadline in Settings, in ms. */
export const TIMEOUT_BOUNDS = { min: 1_000, max: 24 * 3_600_000 } as const

const Deadline = z.number().positive()

/** Deadlines of one model request, in ms. */
export const Timeouts = z
  .object({
    /** Until the endpoint accepts the connection. */
    connectMs: Deadline,
    /** From the start of the request to the first byte of the answer. */
    firstByteMs: Deadline,
    /** Between two bytes. */
    silenceMs: Deadline,
    /** Between two bytes while the model thinks. */
    thinkingSilenceMs: Deadline,
    /** For the whole request. */
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

/** A local model may have to be loaded first. */
const LOCAL_FIRST_BYTE_MS = 10 * 60_000

const SetDeadline = z.number().int().min(TIMEOUT_BOUNDS.min).max(TIMEOUT_BOUNDS.max)
const OwnDeadline = SetDeadline.optional()
const ChangedDeadline = SetDeadline.nullable().optional()

/** The deadlines that a person set for one endpoint. Absent: Phoenix's default. */
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

/** A change of these. Absent: unchanged; null: Phoenix's default. */
export const ChangedTimeouts = z
  .object({
    connectMs: ChangedDeadline,
    firstByteMs: ChangedDeadline,
    silenceMs: ChangedDeadline,
    thinkingSilenceMs: ChangedDeadline,
    requestMs: ChangedDeadline,
  })
  .readonly()

/** Returns the default deadlines. */
export function usualTimeouts(isLocal: boolean): Timeouts {
  return isLocal ? { ...DEFAULT_TIMEOUTS, firstByteMs: LOCAL_FIRST_BYTE_MS } : DEFAULT_TIMEOUTS
}

/** Returns an endpoint's deadlines, given those that a person set. */
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
