import { z } from 'zod'
import type { Confinement } from '../../core/confinement.ts'
import type { ToolRun } from '../../runtime/ports.ts'
import { refusalIn } from '../sandbox/refusal.ts'
import type { ToolResult } from './tool.ts'

/** What a tool that starts commands takes for one that needs more than the sandbox allows. */
export const LEAVING_INPUT = {
  outsideSandbox: z
    .boolean()
    .optional()
    .describe('True: run this one command outside the sandbox. The user is asked each time.'),
  reason: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'With outsideSandbox: what the command needs that the sandbox refuses, for the user.',
    ),
}

interface Leaving {
  readonly outsideSandbox?: boolean | undefined
}

/** One that is to leave the sandbox reaches outside for certain. */
export function reachOf({ outsideSandbox }: Leaving): 'outside' | 'inside' {
  return outsideSandbox === true ? 'outside' : 'inside'
}

/** Only what a person has allowed, about this very call, leaves the sandbox. */
export function confinementOf(
  { outsideSandbox }: Leaving,
  { call: { verdict }, confinement }: ToolRun,
): Confinement | null {
  const isAllowed = verdict.type === 'run' && verdict.isApproved
  return outsideSandbox === true && isAllowed ? null : confinement
}

/** A command that failed on the sandbox is told how to go on. */
export function withRefusal(
  told: ToolResult,
  { printed, confinement }: { readonly printed: string; readonly confinement: Confinement | null },
): ToolResult {
  const refusal = confinement === null ? null : refusalIn(printed, confinement, process.platform)
  if (refusal === null) return told
  const content = [...told.content, { type: 'text', text: `\n${refusal}` }] as const
  return { ...told, content, summary: 'refused by the sandbox' }
}
