import type { Chapter, Clause } from './clause.ts'
import type { Tagged } from './read-tags.ts'

const HEAD = `# What was asked for, and the tests that hold it

Made by \`npm run docs\` from the catalogue in scripts/requirements/ and the lines \`// covers ID\` above tests; a test
fails where this page is stale. The clauses come from five specifications of earlier systems, which are not in this repository;
each clause says here what it asks for. Rules are those of docs/design/.
`

/** Returns the text of docs/requirements.md. */
export function renderRequirements(
  chapters: readonly Chapter[],
  tagged: readonly Tagged[],
  notYet: Readonly<Record<string, string>>,
): string {
  const parts = chapters.map(({ title, clauses }) =>
    [
      `## ${title}\n`,
      '| clause | asks for | held by |',
      '| --- | --- | --- |',
      ...clauses.map((clause) => row(clause, tagged, notYet)),
      '',
    ].join('\n'),
  )
  return [HEAD, ...parts].join('\n')
}

function row(
  clause: Clause,
  tagged: readonly Tagged[],
  notYet: Readonly<Record<string, string>>,
): string {
  const { id, text, settledBy, page } = clause
  const asks = settledBy === undefined ? text : `${text} _(settled by ${settledBy})_`
  const tests = tagged
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, name }) => `\`${file}\`: ${name}`)
  const missing = notYet[id] === undefined ? [] : [`**not yet:** ${notYet[id]}`]
  const settled = page === undefined ? [] : [`no behaviour: [${page}](${linkFromDocs(page)})`]
  return `| ${id} | ${cell(asks)} | ${[...tests, ...settled, ...missing].map(cell).join('<br>')} |`
}

function linkFromDocs(page: string): string {
  return page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}
