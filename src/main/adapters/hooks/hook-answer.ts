import * as z from '../../../shared/schema.ts'
import type { HookEvent } from '../../../shared/conversation/hook-run.ts'

/**
 * The answer of a hook. `blockReason`: its reason for blocking; null if it does not block. `forModel`: text for the model, may be
 * empty.
 */
export interface HookAnswer {
  readonly blockReason: string | null
  readonly forModel: string
  /** Text for people. */
  readonly forPeople: string
}

/** The limit of a hook's text for the model, in UTF-16 code units. */
const MAX_FOR_MODEL = 10_000
/** The exit code that blocks. */
const BLOCKED = 2
const NO_REASON = 'It gave no reason.'

const text = z.string().optional().catch(undefined)
const Answer = z.object({
  continue: z.boolean().optional().catch(undefined),
  stopReason: text,
  systemMessage: text,
  decision: z.string().optional().catch(undefined),
  reason: text,
  hookSpecificOutput: z
    .object({
      permissionDecision: text,
      permissionDecisionReason: text,
      additionalContext: text,
      updatedInput: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
})
type Answer = z.infer<typeof Answer>

export interface HookEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Null if its exit code reports a failure, which blocks nothing. */
export function answerOf(event: HookEvent, { code, stderr, stdout }: HookEnd): HookAnswer | null {
  if (code === BLOCKED)
    return { blockReason: cut(stderr.trim() || NO_REASON), forModel: '', forPeople: stderr }
  if (code !== 0) return null
  const answer = jsonIn(stdout)
  if (answer !== null) return read(answer)
  const forModel = event === 'UserPromptSubmit' ? cut(stdout.trim()) : ''
  return {
    blockReason: null,
    forModel,
    forPeople: [stdout, stderr].filter((each) => each !== '').join('\n'),
  }
}

/** Null if it is plain text. */
function jsonIn(stdout: string): Answer | null {
  if (!stdout.trimStart().startsWith('{')) return null
  try {
    const answer = Answer.safeParse(JSON.parse(stdout))
    return answer.success ? answer.data : null
  } catch {
    return null
  }
}

function read(answer: Answer): HookAnswer {
  const { hookSpecificOutput: more, systemMessage = '' } = answer
  const forModel = cut(more?.additionalContext?.trim() ?? '')
  const blockReason = blockOf(answer)
  return {
    blockReason: blockReason === null ? null : cut(blockReason),
    forModel,
    forPeople: systemMessage,
  }
}

function blockOf({ hookSpecificOutput: more, ...answer }: Answer): string | null {
  if (answer.continue === false) return answer.stopReason ?? NO_REASON
  if (answer.decision === 'block' || answer.decision === 'deny') return answer.reason ?? NO_REASON
  const decision = more?.permissionDecision
  const reason = more?.permissionDecisionReason ?? answer.reason ?? NO_REASON
  if (decision === 'deny') return reason
  // The call already has its permission, and nobody can be asked again.
  if (decision === 'ask') return `It wants a person to decide: ${reason}`
  // Nobody has approved that input: the model can call again with it.
  const instead = more?.updatedInput ?? null
  return instead === null ? null : `It wants ${inputInWords(instead)}`
}

function inputInWords(input: unknown): string {
  try {
    return `this input instead: ${JSON.stringify(input)}`
  } catch {
    // What can be read may be nested too deeply to be written.
    return 'another input, nested too deeply to show.'
  }
}

function cut(words: string): string {
  return words.length <= MAX_FOR_MODEL ? words : `${words.slice(0, MAX_FOR_MODEL).toWellFormed()}…`
}
