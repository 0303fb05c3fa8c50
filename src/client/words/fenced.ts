/** Puts text into a Markdown fence that is longer than every run of backticks in it. */
export function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1)
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}
