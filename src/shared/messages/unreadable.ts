import * as z from '../schema.ts'

/**
 * A placeholder for what the store cannot read. No step writes it. `missing` 0: one message that is damaged or was
 * written by a newer version. Otherwise: this many messages are missing from this place on.
 */
export const UnreadableContent = z
  .object({ type: z.literal('unreadable'), missing: z.number().int().nonnegative() })
  .readonly()
export type UnreadableContent = z.infer<typeof UnreadableContent>

export function wordsOfUnreadable({ missing }: UnreadableContent): string {
  if (missing === 0) return 'Something here cannot be read by this version of Phoenix.'
  return missing === 1 ? '1 entry is missing here.' : `${missing} entries are missing here.`
}
