import type { ProcessRow } from '../src/main/adapters/processes/tree/process-table.ts'

/** All that a process has started, and what those have started, by the parents as they are now. */
export function descendantsOf(root: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = rows.filter(({ parent }) => parent === root)
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, rows)])
}
