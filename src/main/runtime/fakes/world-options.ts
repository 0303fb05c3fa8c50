import type { Context } from '../../core/machine/context.ts'
import type { ModelPort } from '../ports/ports.ts'
import type { HookPort } from '../ports/servers/hook-port.ts'
import { MemoryBlobs } from './memory/memory-blobs.ts'

export interface WorldOptions {
  readonly isRestart?: boolean
  readonly context?: Context
  readonly follows?: boolean
  readonly hooks?: HookPort
  readonly model?: ModelPort
  readonly blobs?: MemoryBlobs
}
