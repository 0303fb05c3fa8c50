import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import configOf from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['{src,scripts,build}/**/*{.test,fixture}.ts', 'src/**/fakes/*.ts']

interface Rule {
  readonly name: string
  readonly broken: RegExp
  /** Files that may break the rule. */
  readonly exceptions: readonly string[]
}

const RULES: readonly Rule[] = [
  {
    name: 'no test sleeps: it waits for what happens',
    broken: /\bsetTimeout\b/,
    exceptions: [
      // The one place that polls until a condition holds.
      'src/main/adapters/processes/supervisor-fixture.ts',
      // Events at random moments.
      'src/main/adapters/sqlite/kill.fixture.ts',
      // Time itself is tested.
      'src/main/adapters/mcp/elicitation/asking-servers.test.ts',
      'src/main/adapters/mcp/read-lines.test.ts',
      'src/main/adapters/model-api/transport/connections.isolated.test.ts',
      'src/main/adapters/system/system-clock.test.ts',
      'src/main/adapters/telemetry/telemetry.test.ts',
      'src/main/hosts/http/sockets.test.ts',
      // A name that must not exist.
      'src/main/core/purity.test.ts',
      // Programs that end or answer slowly.
      'src/main/adapters/mcp/unruly-lists.fixture.ts',
      'src/main/hosts/browser/run-browser-host.fixture.ts',
      // Kills at random moments, and timers that throw.
      'src/main/adapters/sandbox/killed-starts.fixture.ts',
      'src/main/adapters/system/throwing.fixture.ts',
      'src/main/guarded-callbacks.test.ts',
      // Animation frames of a page.
      'src/renderer/fakes/app-on-fake-host.ts',
    ],
  },
  {
    name: 'no test gives up waiting after the one second of `vi.waitFor`: `expect.poll` waits as long as the configuration says',
    broken: /\bvi\.wait(For|Until)\b/,
    exceptions: [],
  },
  {
    name: 'no test works in the temp folder itself, but in one of its own there',
    broken: /(?<!mkdtempSync\(join\()\btmpdir\(\)/,
    exceptions: [],
  },
  {
    name: 'no test names a fixed path of the temp folder',
    broken: /['"`]\/tmp\b/,
    exceptions: [
      // The temp folder inside a sandbox, which belongs to the command.
      'src/main/adapters/sandbox/nested-escapes.fixture.ts',
    ],
  },
  {
    name: 'no test is tried again until it passes',
    broken: /\bretry: \d/,
    exceptions: [
      // A text that is read as a test.
      'scripts/requirements/requirements.test.ts',
    ],
  },
]

const texts = globSync(FILES, { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'scripts/test-rules.test.ts')
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

test.for(RULES.map((rule) => [rule.name, rule] as const))('%s', ([, { broken, exceptions }]) => {
  expect(texts.length).toBeGreaterThan(200)
  const breaking = texts.filter(({ text }) => broken.test(text)).map(({ file }) => file)
  expect(breaking.toSorted()).toEqual(exceptions.toSorted())
})

/** Patterns of files that run in one project. */
interface Runs {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

function isRunBy(file: string, { exclude, include }: Runs): boolean {
  const matches = (pattern: string): boolean => matchesGlob(file, pattern)
  return include.some(matches) && !exclude.some(matches)
}

test('every test runs in exactly one project', () => {
  const { test: all } = configOf({ mode: 'deep', command: 'serve' }) as {
    readonly test: { readonly projects: readonly { readonly test: Runs }[] }
  }
  const files = globSync('**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**', 'out/**'] })
  expect(files.length).toBeGreaterThan(800)
  const counts = files.map((file) => {
    const name = file.replaceAll('\\', '/')
    return [name, all.projects.filter((project) => isRunBy(name, project.test)).length]
  })
  expect(counts.filter(([, count]) => count !== 1)).toEqual([])
})
