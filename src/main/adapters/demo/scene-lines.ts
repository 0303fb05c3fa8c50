import { DEMO_PROMPT } from '../../../shared/models/demo-prompts.ts'
import { admit, begin, between, finish, type Scene } from './scene.ts'

/** Extensions by language. The names contain no spaces, because they become columns. */
const LANGUAGES: Readonly<Record<string, string>> = {
  TypeScript: 'ts tsx mts cts',
  JavaScript: 'js jsx mjs cjs',
  Svelte: 'svelte',
  Vue: 'vue',
  Python: 'py',
  Rust: 'rs',
  Go: 'go',
  Java: 'java',
  Kotlin: 'kt kts',
  Swift: 'swift',
  C: 'c h',
  'C++': 'cc cpp cxx hpp hh',
  'C#': 'cs',
  Ruby: 'rb',
  PHP: 'php',
  Shell: 'sh bash zsh',
  SQL: 'sql',
  HTML: 'html htm',
  CSS: 'css scss less',
  Markdown: 'md',
  JSON: 'json',
  YAML: 'yml yaml',
}

const PAIRS = Object.entries(LANGUAGES)
  .flatMap(([language, extensions]) => extensions.split(' ').map((ext) => `${ext}=${language}`))
  .join(' ')

/** Reads only regular files, and runs nothing from the folder. */
const COMMAND = `echo '--- lines'
find . -type d \\( -name .git -o -name node_modules -o -name dist -o -name out -o -name target -o -name .venv \\) -prune \\
  -o -type f -size -4096k -print0 | xargs -0 wc -l | awk -v pairs='${PAIRS}' '
  BEGIN { n = split(pairs, list, " "); for (i = 1; i <= n; i++) { split(list[i], pair, "="); language[pair[1]] = pair[2] } }
  match($0, /\\.[A-Za-z0-9]+$/) {
    name = language[substr($0, RSTART + 1)]
    if (name != "" && index($0, "./")) { lines[name] += $1; files[name]++ }
  }
  END { for (name in lines) print name, lines[name], files[name] }' | sort -k2,2nr
echo '--- end'`

export const linesScene: Scene = {
  prompt: DEMO_PROMPT.lines,
  failures: 0,
  matches: (words) => /\b(lines?|loc|sloc|cloc|languages?)\b/.test(words),
  play: ([result]) => {
    if (result === undefined) {
      return begin(
        'I’ll count the lines of the files in this folder, leaving out what is usually built or installed.',
        { command: COMMAND },
      )
    }
    const rows = (between(result.text, '--- lines', '--- end') ?? []).flatMap(readRow)
    if (rows.length === 0) return result.isError ? admit(result) : finish(NOTHING)
    const total = rows.reduce((sum, { lines }) => sum + lines, 0)
    const [first] = rows
    return finish(
      `There are ${group(total)} lines, most of them ${first?.language}:\n\n` +
        `| Language | Files | Lines |\n|---|---:|---:|\n` +
        rows
          .map((row) => `| ${row.language} | ${group(row.files)} | ${group(row.lines)} |`)
          .join('\n'),
    )
  },
}

const NOTHING = 'There are no files of a language that the demo knows in this folder.'

function readRow(line: string): { language: string; lines: number; files: number }[] {
  const [, language, lines, files] = /^([A-Za-z+#]+) (\d+) (\d+)$/.exec(line) ?? []
  return language === undefined ? [] : [{ language, lines: Number(lines), files: Number(files) }]
}

function group(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
