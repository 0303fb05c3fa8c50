import { z } from 'zod'
import { WorkId } from './ids.ts'

/**
 * A command that runs beside the conversation, whatever turns come and go. `workId` is that of the call that started it,
 * `number` what model and people call it by; `lastLines` the end of what it printed, plain text. Times are ms since 1970.
 */
export const BackgroundJob = z
  .object({
    workId: WorkId,
    number: z.number().int().positive(),
    command: z.string(),
    since: z.number(),
    phase: z.discriminatedUnion('type', [
      z.object({ type: z.literal('running') }).readonly(),
      /** Told to end, and not gone yet. */
      z.object({ type: z.literal('ending') }).readonly(),
      z.object({ type: z.literal('exited'), code: z.number().int(), at: z.number() }).readonly(),
      z.object({ type: z.literal('killed'), signal: z.string(), at: z.number() }).readonly(),
      /** Ended by Phoenix: it could do what settings then took from its conversation. */
      z
        .object({
          type: z.literal('withdrawn'),
          right: z.enum(['network', 'writing']),
          at: z.number(),
        })
        .readonly(),
    ]),
    lastLines: z.string(),
  })
  .readonly()
export type BackgroundJob = z.infer<typeof BackgroundJob>

/** Runs, or may still run. */
export function isLive({ phase }: BackgroundJob): boolean {
  return phase.type === 'running' || phase.type === 'ending'
}
