import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { admit, begin, between, codeBlock, finish, type Scene } from './scene.ts'

const SHOWN = 40

const COMMAND = `pwd
echo "entries: $(ls -A | wc -l | tr -d ' ')"
echo "folders: $(ls -Ap | grep -c '/$')"
echo '--- names'
ls -Ap | head -n ${SHOWN}
echo '--- end'`

export const folderScene: Scene = {
  prompt: DEMO_PROMPT.folder,
  failures: 0,
  matches: (words) =>
    /\b(folder|directory|dir|contents?|files|ls)\b/.test(words) ||
    /\bwhat s? ?(is )?(in )?here\b/.test(words),
  play: ([result]) => {
    if (result === undefined) {
      return begin('I’ll look into this conversation’s folder.', { command: COMMAND })
    }
    const entries = /^entries: (\d+)$/m.exec(result.text)?.[1]
    const folders = /^folders: (\d+)$/m.exec(result.text)?.[1]
    const names = between(result.text, '--- names', '--- end')
    const place = result.text.split('\n', 1)[0]
    if (entries === undefined || folders === undefined || names === null) return admit(result)
    if (entries === '0') return finish(`The folder \`${place}\` is empty.`)
    const more = Number(entries) - names.length
    return finish(
      `The folder \`${place}\` holds ${plural(Number(entries), 'entry', 'entries')}, ` +
        `${folders === '0' ? 'none' : folders} of them ${folders === '1' ? 'a folder' : 'folders'}:\n\n` +
        codeBlock(names.join('\n')) +
        (more > 0 ? `\n\nand ${more} more.` : ''),
    )
  },
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
