import type { ConversationId, TimerId, WorkId } from '../../../shared/ids.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../core/machine/context.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { Input } from '../../core/machine/event.ts'
import type { ConversationFeed } from './feed/conversation-feed.ts'
import type { FlushPort } from '../ports/store.ts'
import type { BlobPort, GitPort } from '../ports/file-ports.ts'
import type { Log, ModelPort, Timers, ToolPort } from '../ports/ports.ts'
import type { AgentPort } from '../ports/servers/agent-port.ts'
import type { HookPort } from '../ports/servers/hook-port.ts'
import type { RequestBuilder } from './request-builder.ts'
import type { RunningWork } from './running-work.ts'
import type { ChildStart } from './child-start.ts'

export interface EffectPorts {
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly timers: Timers
  readonly blobs: Pick<BlobPort, 'read' | 'readPiece' | 'keepNow'>
  readonly git: GitPort
  /** Absent if there are none. */
  readonly hooks?: HookPort
  /** Absent if there are none. */
  readonly agents?: AgentPort
  readonly log: Log
  readonly store: FlushPort
}

/** The effects' access to their runtime. `settles`: the work or timer that this report ends. */
export interface EffectHost {
  readonly conversationId: ConversationId
  /** Its current folder. */
  readonly folder: string
  readonly caller: Caller
  /** True if its models may currently use their provider's web search. */
  maySearchWeb(): boolean
  readonly running: RunningWork
  readonly feed: ConversationFeed
  readonly requests: RequestBuilder
  /** Reads them in parts, unless they are in memory. */
  prepareNeeded(signal: AbortSignal): Promise<void>
  /** Returns the messages that requests are built from. */
  neededMessages(): readonly Message[]
  /** True if a model has shown in this conversation that it thinks without being asked. */
  hasThought(model: NamedModel): boolean
  report(input: Input, settles: WorkId | TimerId | null): void
  /** Returns the sandbox policy of commands that no call asked for. */
  commandPolicy(): SandboxPolicy | null
  /** Resolves when the input is recorded and in `neededMessages`, unless the disk failed. */
  say(input: Input): Promise<void>
  startChild(child: ChildStart): void
}
