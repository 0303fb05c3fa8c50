import type { Names } from '../../ripgrep/names.ts'
import type { RipgrepOutcome } from '../../ripgrep/run-ripgrep.ts'
import { counted } from '../definition/capped.ts'

/** Continues the last line of a result with what a walk met but cannot show; '' if that is nothing. */
export function leftOutBy(
  { hasUnreadable }: Pick<Extract<RipgrepOutcome, { type: 'done' }>, 'hasUnreadable'>,
  { unnameable }: Pick<Names, 'unnameable'>,
): string {
  const parts = [
    ...(unnameable > 0 ? [`${counted(unnameable, 'file')} that only bash can name`] : []),
    ...(hasUnreadable ? ['what cannot be read'] : []),
  ]
  return parts.length === 0 ? '' : `; left out: ${parts.join(', and ')}`
}
