import * as z from '../../../shared/schema.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import { refusalIn } from '../sandbox/refusal.ts'
import type { ToolResult } from './definition/tool.ts'
import type { OtherNames } from './definition/usual-input.ts'

/** Other agents' names for the fields of a command. `timeout` is not among them: for some it is in ms. */
export const COMMAND_NAMES: OtherNames = { cmd: 'command', script: 'command' }

/** The input fields with which a tool that starts commands leaves the sandbox. */
export const LEAVING_INPUT = {
  outside_sandbox: z
    .boolean()
    .optional()
    .describe('Set to true to run this one command outside the sandbox. The user is always asked.'),
  reason: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'With outside_sandbox: what the command needs that the sandbox blocks. The user reads this.',
    ),
}

interface Leaving {
  readonly outside_sandbox?: boolean | undefined
}

/** A command that is to leave the sandbox certainly reaches outside. */
export function reachOf({ outside_sandbox }: Leaving): 'outside' | 'inside' {
  return outside_sandbox === true ? 'outside' : 'inside'
}

/**
 * Only a call that the user has explicitly allowed leaves the sandbox, and none once the conversation has become
 * read-only.
 */
export function policyUnlessLeaving(
  { outside_sandbox }: Leaving,
  { call: { verdict }, sandboxPolicy }: ToolRun,
): SandboxPolicy | null {
  const isReadOnly = sandboxPolicy?.folder === 'readOnly'
  const isAllowed = verdict.type === 'run' && verdict.isApproved && !isReadOnly
  return outside_sandbox === true && isAllowed ? null : sandboxPolicy
}

/** Adds advice on how to continue to the result of a command that failed because of the sandbox. */
export function withRefusal(
  result: ToolResult,
  {
    printed,
    sandboxPolicy,
  }: { readonly printed: string; readonly sandboxPolicy: SandboxPolicy | null },
): ToolResult {
  const refusal =
    sandboxPolicy === null ? null : refusalIn(printed, sandboxPolicy, process.platform)
  if (refusal === null) return result
  const content = [...result.content, { type: 'text', text: `\n${refusal}` }] as const
  return { ...result, content, summary: 'refused by the sandbox' }
}
