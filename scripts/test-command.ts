/** The command that runs a test by itself, for a POSIX shell. `name`: its full name; null: the whole file. */
export function commandFor(project: string, file: string, name: string | null): string {
  const script = project === 'deep' || project === 'alone' ? 'npm run test:deep' : 'npm test'
  const only = name === null ? '' : ` -t ${quoted(`^${escaped(name)}$`)}`
  return `${script} -- --project ${project} ${quoted(file)}${only}`
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
