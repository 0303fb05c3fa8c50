import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { admit, begin, between, codeBlock, finish, goOn, type Scene } from './scene.ts'

/** Creates and never overwrites: skips a name that is taken, even by a dangling link. */
const MAKE = `set -o noclobber
name=phoenix-demo.txt
for ((n = 2; n <= 99; n++)); do
  if { printf 'Phoenix made this file.\\nThis line is a first draft.\\n' > "$name"; } 2> /dev/null; then
    echo "made: $name"
    exit 0
  fi
  [ -e "$name" ] || [ -L "$name" ] || break
  name="phoenix-demo-$n.txt"
done
echo "could not make $name here"
exit 1`

const edit = (name: string): string => `text=$(cat '${name}') || exit
printf '%s\\n' "\${text/a first draft/an edited line}" > '${name}' || exit
echo '--- ${name}'
cat '${name}'
echo '--- end'`

export const fileScene: Scene = {
  prompt: DEMO_PROMPT.file,
  failures: 0,
  matches: (words) =>
    /\b(make|makes|create|write|add|edit|change|new)\b/.test(words) && /\bfile\b/.test(words),
  play: ([made, edited]) => {
    if (made === undefined) {
      return begin('I’ll make a small text file in this folder, under a name that isn’t taken.', {
        command: MAKE,
      })
    }
    const name = /^made: (phoenix-demo(?:-\d+)?\.txt)$/m.exec(made.text)?.[1]
    if (name === undefined) return admit(made)
    if (edited === undefined) {
      return goOn(`I made \`${name}\`. Now I’ll edit its second line.`, { command: edit(name) })
    }
    const lines = between(edited.text, `--- ${name}`, '--- end')
    if (lines === null) return admit(edited)
    return finish(
      `The file \`${name}\` is made and edited; no other file was touched. It now reads:\n\n${codeBlock(lines.join('\n'))}`,
    )
  },
}
