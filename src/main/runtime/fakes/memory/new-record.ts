import { IN_THE_LIST } from '../../../../shared/conversation/conversation.ts'
import { IDLE } from '../../../../shared/conversation/conversation-state.ts'
import { NO_DRAFT } from '../../../../shared/messages/message.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { NewChild } from '../../../core/machine/step.ts'
import { type OwnSettings, ownOf } from '../../ports/own-settings.ts'
import type { StoredRecord } from './memory-log.ts'

type NewConversation = OwnSettings &
  Pick<StoredRecord, 'folder' | 'parent' | 'forkedFrom' | 'createdAt'>

export const NOTHING_OWN = {
  parent: null,
  forkedFrom: null,
  network: true,
  webSearch: false,
  systemPrompt: null,
  chosenModel: null,
  chosenFallback: null,
  chosenEffort: null,
  chosenKeepTrying: null,
  chosenBudget: null,
}

export function newRecord(row: NewConversation): StoredRecord {
  const marks = { title: null, titleSource: 'message', isUnread: false } as const
  const nothing = { rows: [], messages: [], draft: NO_DRAFT, comments: [], waiting: [] }
  return { ...row, ...marks, ...IN_THE_LIST, ...nothing, updatedAt: row.createdAt, state: IDLE }
}

/** Returns a new sub-agent with its parent's settings. */
export function childOf(
  parentId: ConversationId,
  { folder, ...of }: StoredRecord,
  { agentId: _agentId, model, ...place }: NewChild,
  createdAt: number,
): NewConversation {
  const own = ownOf(of)
  const parent = { conversationId: parentId, ...place }
  const chosenModel = model ?? own.chosenModel
  return { folder, ...own, chosenModel, createdAt, parent, forkedFrom: null }
}

export function isSettled({ parent, state }: StoredRecord): boolean {
  if (parent === null) return state.type === 'idle'
  return state.type === 'completed' || state.type === 'failed'
}
