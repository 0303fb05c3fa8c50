import { resolve } from 'node:path'
import type { ToolContent } from '../../../shared/messages/content.ts'
import { asEdited } from '../../../shared/conversation/edited-call.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports/ports.ts'
import { resultDigestOf } from '../tools/definition/call-digest.ts'
import { knownAs } from './hook.ts'
import type { HookResults } from '../../runtime/ports/servers/hook-port.ts'
import type { Hooks } from './hooks.ts'

/** The extra time of a call with hooks to start and end them (ms), in addition to the hooks' own time. */
const SLACK_MS = 2_000
/** Tools that the machine carries out itself have no hooks. */
const WITHOUT: readonly string[] = ['spawn', 'submit', 'question']

/**
 * Tools with the user's hooks before and after them. Hooks are part of the call's own work: its Stop ends them, its limit
 * covers them, and after a crash they are treated like the call (docs/decisions/113).
 */
export function withHooks(tools: ToolPort, hooks: Hooks): ToolPort {
  return {
    ...tools,
    async inspect(call, at) {
      const facts = await tools.inspect(call, at)
      const { check } = facts
      if (check.type === 'unusable' || WITHOUT.includes(check.action)) return facts
      const hooksMs = await hooks.timeFor(at.folder, call.name)
      if (hooksMs === 0) return facts
      return { ...facts, check: { ...check, limitMs: check.limitMs + hooksMs + SLACK_MS } }
    },
    async run(run) {
      const before = await runHooks(hooks, 'PreToolUse', run)
      if (run.signal.aborted) return { ...ABORTED, hooks: before.runs }
      if (before.blockReason !== null) return blockedBy(before)
      const outcome = await tools.run(run)
      const withBefore = withHookText(outcome, before)
      if (outcome.outcome !== 'ok') return withBefore
      const after = await runHooks(hooks, 'PostToolUse', run, outcome)
      return withHookText(withBefore, after)
    },
  }
}

const ABORTED: ToolOutcome = {
  outcome: 'aborted',
  content: [],
  summary: null,
  files: [],
  digest: resultDigestOf('aborted', ''),
}

function runHooks(
  hooks: Hooks,
  event: 'PreToolUse' | 'PostToolUse',
  run: ToolRun,
  outcome?: ToolOutcome,
): Promise<HookResults> {
  const { conversationId, folder, sandboxPolicy, signal } = run
  const { callId, input, name } = asEdited(run.call)
  const hookInput = {
    tool_name: knownAs(name),
    tool_use_id: callId,
    tool_input: input.type === 'object' ? inputFor(input.value, folder) : {},
    ...(outcome === undefined ? {} : { tool_response: responseOf(outcome) }),
  }
  const head = outcome === undefined ? 'Hook before this call' : 'The call is done. Hook after it'
  return hooks.run(
    event,
    { tool: name, input: hookInput },
    { conversationId, folder, sandboxPolicy, signal },
    (command) => run.onOutput(`${head}: ${command}\n`),
  )
}

/** Adds the absolute paths of files to the model's input, under the name that people's hooks look for. */
function inputFor(
  input: Readonly<Record<string, unknown>>,
  folder: string,
): Readonly<Record<string, unknown>> {
  const path = input['path'] ?? fileOfPatch(input['patch'])
  return typeof path === 'string' ? { ...input, file_path: resolve(folder, path) } : input
}

/** The first file named in a patch. */
function fileOfPatch(patch: unknown): string | undefined {
  if (typeof patch !== 'string') return undefined
  return /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1]?.trim()
}

function responseOf({ content, files, outcome }: ToolOutcome): unknown {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { outcome, text, files: files.map(({ path }) => path) }
}

function blockedBy(answers: HookResults): ToolOutcome {
  const text = `Not run: a hook of the user's blocked this call. ${answers.blockReason ?? ''}`
  const content = [text, ...answers.texts].map(asPart)
  const digest = resultDigestOf('failed', text)
  const summary = 'blocked by a hook'
  return { outcome: 'failed', content, summary, files: [], digest, hooks: answers.runs }
}

function withHookText(
  outcome: ToolOutcome,
  { blockReason, runs, texts }: HookResults,
): ToolOutcome {
  if (runs.length === 0) return outcome
  const against =
    blockReason === null ? [] : [`A hook of the user's says of this call: ${blockReason}`]
  const words = [...against, ...texts.map((each) => `A hook of the user's adds: ${each}`)]
  return {
    ...outcome,
    content: [...outcome.content, ...words.map((each) => asPart(`\n[${each}]`))],
    hooks: [...(outcome.hooks ?? []), ...runs],
  }
}

function asPart(text: string): ToolContent {
  return { type: 'text', text }
}
