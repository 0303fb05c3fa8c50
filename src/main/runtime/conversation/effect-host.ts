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
  readonly blobs: Pick<BlobPort, 'read' | 'keepNow'>
  readonly git: GitPort
  /** Left out: there are none. */
  readonly hooks?: HookPort
  /** Left out: there are none. */
  readonly agents?: AgentPort
  readonly log: Log
  readonly store: FlushPort
}

/** What effects need from their runtime. `settles`: the work or timer that this report ends. */
export interface EffectHost {
  readonly conversationId: ConversationId
  /** The folder it works in now. */
  readonly folder: string
  readonly caller: Caller
  /** Whether its models may currently search the web with their provider's tool. */
  maySearchWeb(): boolean
  readonly running: RunningWork
  readonly feed: ConversationFeed
  readonly requests: RequestBuilder
  /** What requests are built from. */
  neededMessages(): readonly Message[]
  /** Whether a model has shown in this conversation that it thinks without being asked. */
  hasThought(model: NamedModel): boolean
  report(input: Input, settles: WorkId | TimerId | null): void
  /** What commands are confined to that no call asked for. */
  commandPolicy(): SandboxPolicy | null
  /** When this is done, it is on record and in `neededMessages`, unless the disk failed. */
  say(input: Input): Promise<void>
  startChild(child: ChildStart): void
}
