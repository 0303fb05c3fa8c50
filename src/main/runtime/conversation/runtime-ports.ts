import type { EffectPorts } from './effect-host.ts'
import type { FlushPort } from '../ports/store.ts'
import type { FolderPort, InstructionsPort } from '../ports/file-ports.ts'
import type { Observer } from '../ports/observer.ts'
import type { Clock, Ids, Pulse } from '../ports/ports.ts'
import type { OutboxStore } from '../ports/outbox-store.ts'
import type { RecordStore } from './record/conversation-record.ts'

export interface RuntimePorts extends EffectPorts {
  readonly store: RecordStore & OutboxStore & FlushPort
  readonly clock: Clock
  readonly ids: Ids
  readonly pulse: Pulse
  readonly instructions: InstructionsPort
  readonly folders: FolderPort
  readonly observer: Observer
}
