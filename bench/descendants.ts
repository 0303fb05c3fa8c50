import type { ProcessRow } from '../src/main/adapters/processes/tree/process-table.ts'

/** Returns all descendants of a process, according to the current parents. */
export function descendantsOf(root: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = rows.filter(({ parent }) => parent === root)
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, rows)])
}
