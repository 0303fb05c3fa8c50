import { shellQuote } from '../src/main/adapters/processes/spawn/shell-quote.ts'

/** Returns the command that runs one test, for a POSIX shell. `name`: its full name; null: the whole file. */
export function commandFor(project: string, file: string, name: string | null): string {
  const script = project === 'deep' || project === 'alone' ? 'npm run test:deep' : 'npm test'
  const only = name === null ? '' : ` -t ${shellQuote(`^${escaped(name)}$`)}`
  return `${script} -- --project ${project} ${shellQuote(file)}${only}`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
