import type { WrittenCall } from '../../../shared/messages/call-id.ts'
import { textOfInput } from '../../../client/words/call-texts.ts'
import { whatOfCall } from '../../../client/words/words.ts'

/** True if a call's one line shows all of it, so nobody has to open it to know what they allow. */
export function isWholeInRow({ input, name }: WrittenCall): boolean {
  return textOfInput(input) === whatOfCall(input, name)
}
