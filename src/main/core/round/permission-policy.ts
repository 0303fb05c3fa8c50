import { assertNever } from '../../../shared/assert-never.ts'
import type { CallInput } from '../../../shared/messages/content.ts'
import { allows } from '../../../shared/settings/rule-words.ts'
import {
  type AskReason,
  type Call,
  canBeRuled,
  type Verdict,
} from '../../../shared/conversation/turn.ts'
import { questionOf } from '../../../shared/messages/user-question.ts'
import { tasksOf } from '../request/agent-tools.ts'
import { callerOf, type Context, mayWriteIn, modeOf } from '../machine/context.ts'
import type { CallFacts } from '../machine/event.ts'

type Runnable = Pick<
  Extract<CallFacts['check'], { type: 'runnable' }>,
  'action' | 'limitMs' | 'reach' | 'subject'
>

/** Returns the verdict on the call at `index` of its reply (rule 6), a pure function of facts. */
export function judge(facts: CallFacts, index: number, context: Context): Verdict {
  const cap = context.caps.callsPerReply
  if (index >= cap) return refuse(`Not run: a reply can make at most ${cap} tool calls.`)
  switch (facts.check.type) {
    case 'unusable':
      return refuse(facts.check.text)
    case 'runnable':
      return isReadable(facts.input, facts.check)
        ? verdictOf(facts.check, facts.name, context)
        : refuse(
            `Not run: some fields of ${facts.name} have the wrong name or type. Call it again with the fields and types of its schema.`,
          )
    default:
      return assertNever(facts.check)
  }
}

/**
 * True if the machine can read the input of a call that it carries out itself: the tool may accept more forms than the
 * machine.
 */
function isReadable(input: CallInput, { action }: Pick<Runnable, 'action'>): boolean {
  if (action === 'spawn') return tasksOf(input) !== null
  return action !== 'question' || questionOf(input) !== null
}

/**
 * Judges again, in the current context, a call that still waits for a person; other calls stay as they are. A call that
 * repeats the last ones needs approval whatever the mode allows.
 */
export function judgeAgain(call: Call, context: Context): Call {
  const { action, name, subject, verdict } = call
  if (verdict.type !== 'ask') return call
  const { limitMs, why } = verdict
  const reach = reachBehind(why)
  const now = verdictOf({ action, limitMs, reach, subject }, name, context)
  return why === 'repeated' && now.type !== 'refuse' ? call : { ...call, verdict: now }
}

/**
 * Judges again, just before it runs, a call that was allowed: a permission that a person withdraws during a round holds
 * for the rest of it. Nobody is asked about what a person approved, or what a sandbox keeps from changing anything.
 */
export function judgeInTurn(call: Call, context: Context): Call {
  const { action, name, subject, verdict } = call
  if (verdict.type !== 'run') return call
  const { isApproved, limitMs, mayWrite } = verdict
  // A call that leaves the folder runs only if a person allowed it.
  const now = verdictOf({ action, limitMs, reach: 'inside', subject }, name, context)
  const isConfined = action === 'command' && !mayWrite
  const isHeld = now.type === 'refuse' || (now.type === 'ask' && !isApproved && !isConfined)
  return isHeld ? { ...call, verdict: now } : call
}

/** Returns the reach of a call that needs approval for this reason. */
function reachBehind(why: AskReason): Runnable['reach'] {
  if (why === 'privateHost') return 'outside'
  return why === 'outside' || why === 'secret' ? why : 'inside'
}

function verdictOf(check: Runnable, tool: string, context: Context): Verdict {
  const permission = permissionOf(check, context)
  const { limitMs, subject } = check
  const mayWrite = mayWriteIn(context)
  const run: Verdict = { type: 'run', limitMs, isApproved: false, mayWrite, editedTo: null }
  switch (permission.type) {
    case 'run':
      return run
    case 'ask': {
      const { why } = permission
      const isAllowed = canBeRuled(why) && context.rules.some((rule) => allows(rule, tool, subject))
      return isAllowed ? run : { type: 'ask', limitMs, why }
    }
    case 'refuse':
      return refuse(permission.text)
    default:
      return assertNever(permission)
  }
}

type Permission =
  | { readonly type: 'run' }
  | { readonly type: 'ask'; readonly why: AskReason }
  | { readonly type: 'refuse'; readonly text: string }

const RUN: Permission = { type: 'run' }
const ASK: Permission = { type: 'ask', why: 'mode' }
const ASK_PRIVATE: Permission = { type: 'ask', why: 'privateHost' }
const NO_NETWORK: Permission = {
  type: 'refuse',
  text: 'Not run: the user has switched the network off for this conversation.',
}
const READ_ONLY: Permission = {
  type: 'refuse',
  text: 'Not run: this conversation is read-only. The user can change that; you can continue with tools that only read.',
}
const EXPLORER: Permission = {
  type: 'refuse',
  text: 'Not run: you are an explorer and can only read. Say in your result what should be changed or run.',
}
const NO_NESTING: Permission = {
  type: 'refuse',
  text: 'Not run: a sub-agent cannot start sub-agents. Do the work yourself.',
}
const NO_RESULT: Permission = {
  type: 'refuse',
  text: 'Not run: only a sub-agent submits a result. Answer in plain text.',
}

const NO_QUESTIONS: Permission = {
  type: 'refuse',
  text: 'Not run: a sub-agent cannot ask the user. Decide as you think best, and state your assumptions in your result.',
}

/** The table of rule 6, one case per row. */
function permissionOf(check: Runnable, context: Context): Permission {
  const isChild = context.role.type === 'child'
  switch (check.action) {
    case 'think':
      return RUN
    case 'spawn':
      return isChild ? NO_NESTING : RUN
    case 'submit':
      return isChild ? RUN : NO_RESULT
    case 'question':
      return isChild ? NO_QUESTIONS : RUN
    case 'read':
      return check.reach === 'inside' ? RUN : { type: 'ask', why: check.reach }
    case 'change':
      if (modeOf(context) === 'readOnly') return readOnlyFor(context)
      return check.reach === 'inside' ? forChange(context) : { type: 'ask', why: check.reach }
    case 'command':
      if (check.reach === 'inside') return forCommand(context)
      if (modeOf(context) === 'readOnly') return readOnlyFor(context)
      return { type: 'ask', why: check.reach }
    case 'fetch':
      return forFetch(check, context)
    case 'server':
      return forServer(context)
    default:
      return assertNever(check.action)
  }
}

/** A fetch changes nothing here but may send data out: a mode that asks before commands also asks before a fetch. */
function forFetch({ reach }: Runnable, context: Context): Permission {
  if (!context.network) return NO_NETWORK
  if (reach !== 'inside') return ASK_PRIVATE
  return modeOf(context) === 'auto' ? RUN : ASK
}

/** What a server does is unknown, whatever it says about itself: it may change files and use the network. */
function forServer(context: Context): Permission {
  if (!context.network) return NO_NETWORK
  const mode = modeOf(context)
  if (mode === 'readOnly') return readOnlyFor(context)
  return mode === 'auto' ? RUN : ASK
}

function forChange(context: Context): Permission {
  const mode = modeOf(context)
  switch (mode) {
    case 'readOnly':
      return readOnlyFor(context)
    case 'ask':
      return ASK
    case 'acceptEdits':
    case 'auto':
      return RUN
    default:
      return assertNever(mode)
  }
}

function forCommand(context: Context): Permission {
  const mode = modeOf(context)
  switch (mode) {
    case 'readOnly':
      // The sandbox keeps the folder unchanged.
      return context.isSandboxed ? RUN : readOnlyFor(context)
    case 'ask':
    case 'acceptEdits':
      return ASK
    case 'auto':
      return RUN
    default:
      return assertNever(mode)
  }
}

function readOnlyFor({ role }: Context): Permission {
  return callerOf(role) === 'explorer' ? EXPLORER : READ_ONLY
}

function refuse(text: string): Verdict {
  return { type: 'refuse', text, outcome: 'failed' }
}
