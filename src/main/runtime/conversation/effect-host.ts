import type { ConversationId, TimerId, WorkId } from '../../../shared/ids.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Caller, ContextChange } from '../../core/machine/context.ts'
import type { Input } from '../../core/machine/event.ts'
import type { ConversationFeed } from './feed/conversation-feed.ts'
import type { FlushPort } from '../ports/store.ts'
import type { BlobPort, GitPort } from '../ports/file-ports.ts'
import type { Log, ModelPort, Timers, ToolPort } from '../ports/ports.ts'
import type { RequestBuilder } from './request-builder.ts'
import type { RunningWork } from './running-work.ts'
import type { ChildStart } from './child-start.ts'

export interface EffectPorts {
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly timers: Timers
  readonly blobs: Pick<BlobPort, 'read' | 'keepNow'>
  readonly git: GitPort
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
  /** When this returns, the change is recorded and in `activeMessages`, unless the disk failed. */
  record(change: ContextChange): void
  startChild(child: ChildStart): void
}
