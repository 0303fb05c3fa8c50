import type { CallAnswer, Workspace } from '../calling.fixture.ts'

/** Calls grep in the workspace of the running test. */
export function searchIn(
  workspace: () => Workspace,
): (pattern: string, options?: Record<string, unknown>) => Promise<CallAnswer> {
  return (pattern, options = {}) => workspace().call('grep', { pattern, ...options })
}

/** The files that a result names, in its order. */
export function filesIn({ text }: CallAnswer): readonly string[] {
  return text.split('\n').filter((line) => !/^ |^\[/.test(line))
}
