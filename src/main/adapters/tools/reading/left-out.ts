import type { Names } from '../../ripgrep/names.ts'
import type { RipgrepOutcome } from '../../ripgrep/run-ripgrep.ts'
import { counted } from '../definition/capped.ts'

const NOTHING_IGNORED =
  "files that git ignores are included, because the folder's ignore rules are enormous or no regular file"

type Walk = Pick<Extract<RipgrepOutcome, { type: 'done' }>, 'hasUnreadable' | 'ignoresNothing'>

/**
 * Continues the last line of a result with what a walk met but cannot show, and with what it shows although git ignores it;
 * '' if that is nothing.
 */
export function leftOutBy(
  { hasUnreadable, ignoresNothing }: Walk,
  { unnameable }: Pick<Names, 'unnameable'>,
): string {
  const parts = [
    ...(unnameable > 0 ? [`${counted(unnameable, 'file')} that only bash can name`] : []),
    ...(hasUnreadable ? ['what cannot be read'] : []),
  ]
  const ignored = ignoresNothing ? `; ${NOTHING_IGNORED}` : ''
  return parts.length === 0 ? ignored : `${ignored}; left out: ${parts.join(', and ')}`
}
