import { Workspace } from '../calling.fixture.ts'

/** What each tool says of all files, and of those with “needle” in them. */
export async function results(of: Workspace): Promise<readonly string[]> {
  const answers = [
    await of.call('list_files', {}),
    await of.call('glob', { pattern: '*.md' }),
    await of.call('grep', { pattern: 'needle' }),
    await of.call('grep', { pattern: 'needle', output_mode: 'count' }),
    await of.call('grep', { pattern: 'nothing' }),
  ]
  return answers.map(({ text }) => text)
}
