import type { DocumentLimits } from '../../../shared/messages/document-limits.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'
import type { ToolSpec } from './model-request.ts'

export interface RequestFrame extends NamedModel {
  readonly system: string
  readonly tools: readonly ToolSpec[]
  /** The PDF documents that the model accepts. Absent if none. */
  readonly documents?: DocumentLimits | undefined
}
