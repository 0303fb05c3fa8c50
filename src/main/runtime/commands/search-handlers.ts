import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { SearchFault, SearchPort } from '../ports/search-port.ts'
import type { HandlersOf } from './handler-ports.ts'
import { newestOnly } from './session/newest-only.ts'

const STOPPED = appError('stopped', 'A newer search replaced this one.')
const FAILED = appError(
  'internal',
  'The search failed. Your conversations are not affected. Try again.',
)

interface SearchPorts {
  readonly search: SearchPort
  /** True for a conversation whose deletion can still be undone: it is hidden. */
  readonly isDeleted: (id: ConversationId) => boolean
}

/** Searches run in a separate thread. If a client keeps typing, only its newest search is answered. */
export function searchHandlers({
  isDeleted,
  search,
}: SearchPorts): HandlersOf<'search.find' | 'search.within'> {
  const finding = newestOnly()
  const searchingWithin = newestOnly()
  return {
    'search.find': async (query, client) => {
      const found = await search.find(query, finding(client))
      if (!found.ok) return worded(found)
      const conversations = found.value.conversations.filter(({ id }) => !isDeleted(id))
      return ok({ ...found.value, conversations })
    },
    'search.within': async ({ conversationId, text }, client) => {
      return worded(await search.within(conversationId, text, searchingWithin(client)))
    },
  }
}

function worded<Value>(answer: Result<Value, SearchFault>): Result<Value, AppError> {
  if (answer.ok) return answer
  return failed(answer.error === 'stopped' ? STOPPED : FAILED)
}
