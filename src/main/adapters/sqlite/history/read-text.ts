import * as z from '../../../../shared/schema.ts'
import { CallId } from '../../../../shared/ids.ts'
import { jsonIn } from './history-rows.ts'
import { type Packed, unpackText } from './packed.ts'

const Started = z.object({ callId: CallId })

/** The call that a log row names; null if the row is damaged. */
export function callIn(body: Packed): CallId | null {
  const read = Started.safeParse(jsonIn(body))
  return read.success ? read.data.callId : null
}

/** Empty for a damaged text. */
export function textIn(packed: Packed): string {
  try {
    return unpackText(packed)
  } catch {
    return ''
  }
}
