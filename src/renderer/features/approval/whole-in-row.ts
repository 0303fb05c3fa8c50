import type { WrittenCall } from '../../../shared/messages/call-id.ts'
import { textOfInput } from '../thread/calls/call-texts.ts'
import { whatOfCall } from '../words.ts'

/** Whether the one line of a call says all of it: nobody has to open it to know what is allowed. */
export function isWholeInRow({ input, name }: WrittenCall): boolean {
  return textOfInput(input) === whatOfCall(input, name)
}
