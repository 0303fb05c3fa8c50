import type { FileChange } from '../../../shared/messages/file-change.ts'
import { CallId } from '../../../shared/ids.ts'

export const about: FileChange = { path: '/a', shown: 'a', before: null, after: null }

export function callOf(number: number): CallId {
  return CallId.parse(`call ${number}`)
}
