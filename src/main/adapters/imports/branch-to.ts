/** A line of a session, by its id and the id of the line that it continues: empty if it is the first. */
export interface Link {
  readonly id: string
  readonly parent: string
}

/**
 * The ids of the lines from this one back to the first. A line whose parent is missing continues the one before it in the
 * file: a program that was killed while writing leaves a line that cannot be read.
 */
export function branchTo(last: string, links: readonly Link[]): ReadonlySet<string> {
  const places = new Map(links.map(({ id }, place) => [id, place]))
  const branch = new Set<string>()
  for (let id = last; id !== '' && !branch.has(id);) {
    branch.add(id)
    const place = places.get(id) ?? 0
    const parent = links[place]?.parent ?? ''
    id = parent === '' || places.has(parent) ? parent : (links[place - 1]?.id ?? '')
  }
  return branch
}
