import type { Chapter } from './clause.ts'
import type { Tagged } from './read-tags.ts'

/** Returns a sentence for each mismatch between the catalogue and the tags. */
export function complaintsOf(
  chapters: readonly Chapter[],
  tagged: readonly Tagged[],
  notYet: Readonly<Record<string, string>>,
): readonly string[] {
  const clauses = chapters.flatMap((chapter) => chapter.clauses)
  const known = clauses.map(({ id }) => id)
  const covered = new Set(tagged.flatMap(({ ids }) => ids))
  return [
    ...known
      .filter((id, index) => known.indexOf(id) !== index)
      .map((id) => `the clause ${id} stands twice in the catalogue`),
    ...tagged.flatMap(({ ids, file, name }) =>
      ids.filter((id) => !known.includes(id)).map((id) => `${file}: ${name}: no clause ${id}`),
    ),
    ...Object.keys(notYet)
      .filter((id) => !known.includes(id))
      .map((id) => `not-yet.ts names ${id}, which is no clause`),
    ...Object.keys(notYet)
      .filter((id) => covered.has(id))
      .map((id) => `${id} has a test: take it out of not-yet.ts`),
    ...clauses
      .filter(({ id, page }) => page === undefined && !covered.has(id) && notYet[id] === undefined)
      .map(({ id, text }) => `${id} has no test: ${text}`),
  ]
}
