import type { ChildNow, ChildStart } from './child-start.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { isAsking } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { StopReason } from '../../core/machine/effect.ts'
import type { Input } from '../../core/machine/event.ts'
import { storageError } from './answers.ts'
import type { SetAsideCause } from './runtime-host.ts'
import type { ConversationRuntime } from './conversation-runtime.ts'
import { submittedResult } from './record/submitted-result.ts'
import type { Log, Stop } from '../ports/ports.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { Answer } from './mailbox-item.ts'
import { guard } from '../guard.ts'

type ChildEnd = Extract<ChildNow, { type: 'ended' }>

interface Link {
  readonly child: ChildStart
  last: 'working' | 'asking'
}

/**
 * The link between live sub-agents and their parents: each receives its task and its stop, and reports its changes, the
 * last of them exactly once (I31).
 */
export class SubAgents {
  readonly #links = new Map<ConversationId, Link>()
  readonly #find: (id: ConversationId) => ConversationRuntime | null
  readonly #log: Log
  readonly #processes: Pick<ProcessPort, 'endJobs' | 'forgetJobs'>

  constructor(
    find: (id: ConversationId) => ConversationRuntime | null,
    log: Log,
    processes: Pick<ProcessPort, 'endJobs' | 'forgetJobs'>,
  ) {
    this.#find = find
    this.#log = log
    this.#processes = processes
  }

  /** Starts a sub-agent. The parent always learns of an end: one that cannot start counts as ended. */
  start(child: ChildStart): void {
    this.#links.set(child.agentId, { child, last: 'working' })
    try {
      this.#begin(child)
    } catch (error) {
      const facts = { agentId: child.agentId, error: String(error) }
      this.#log.warn('a sub-agent could not be started', facts)
      this.#end(child.agentId, NOT_STARTED)
    }
  }

  /** Reports a step of a sub-agent. */
  changed(id: ConversationId, { current: state, record }: ConversationRuntime): void {
    const link = this.#links.get(id)
    if (link === undefined) return
    if (state.type === 'completed' || state.type === 'failed') {
      this.#processes.forgetJobs(id)
      const end = submittedResult(state, (each) => record.contentOf(each))
      return this.#end(id, { type: 'ended', ...end, tokens: record.tokens() })
    }
    const now = isAsking(state) ? 'asking' : 'working'
    if (now === link.last) return
    link.last = now
    link.child.report({ type: now })
  }

  /** Ends a sub-agent that was deleted or set aside: its parent no longer waits for it. */
  lose(id: ConversationId, cause: SetAsideCause = 'fault'): void {
    this.#end(id, { ...NOT_STARTED, text: `${LOST[cause]}; what it did until then is not undone.` })
  }

  #begin(child: ChildStart): void {
    const runtime = this.#find(child.agentId)
    if (runtime === null) return this.#end(child.agentId, NOT_STARTED)
    const stop = guard('stopping a sub-agent', () => this.#stop(runtime, child))
    child.signal.addEventListener('abort', stop, { once: true })
    runtime.dispatch(taskOf(child), (answer) => {
      if (answer.type !== 'accepted') this.#end(child.agentId, refusedEnd(answer))
    })
  }

  /** Stops a sub-agent. If even that fails, its parent's timer is the backstop. */
  #stop(runtime: ConversationRuntime, { agentId, signal }: ChildStart): void {
    this.#processes.endJobs(agentId)
    try {
      runtime.dispatch(stopInput((signal.reason as Stop).reason), () => {})
    } catch (error) {
      this.#log.warn('a sub-agent could not be stopped', { agentId, error: String(error) })
    }
  }

  #end(id: ConversationId, end: ChildEnd): void {
    const link = this.#links.get(id)
    this.#links.delete(id)
    link?.child.report(end)
  }
}

function taskOf({ agentId, task }: ChildStart): Input {
  const messageId = `${agentId}.task` as MessageId
  return { type: 'userMessage', messageId, text: task, attachments: [], mode: 'policy' }
}

const NOT_STARTED: ChildEnd = {
  type: 'ended',
  outcome: 'internal',
  text: 'It could not be started because of a fault in Phoenix.',
  tokens: 0,
}

const LOST: Readonly<Record<SetAsideCause, string>> = {
  fault: 'It was lost because of a fault in Phoenix',
  overtaken: 'It was lost because another program wrote to its conversation',
}

function refusedEnd(answer: Exclude<Answer, { type: 'accepted' }>): ChildEnd {
  if (answer.type !== 'failed') return NOT_STARTED
  const text = `It could not be started. ${storageError(answer.fault).message}`
  return { type: 'ended', outcome: 'storage', text, tokens: 0 }
}

/** T11: preserves the reason for the stop. */
function stopInput(reason: StopReason): Input {
  switch (reason) {
    case 'shutdown':
      return { type: 'shutdownRequested' }
    case 'timeout':
      return { type: 'cancelRequested', by: 'timeout' }
    case 'user':
    case 'parent':
    case 'storage':
    case 'internal':
      return { type: 'cancelRequested', by: 'parent' }
    default:
      return assertNever(reason)
  }
}
