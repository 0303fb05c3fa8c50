import { expect, test, vi } from 'vitest'
import { allows, plainWords, prefixesOf } from './rule-words.ts'
import { Rule } from '../conversation/turn.ts'

const NPM_TEST: Rule = { tool: 'bash', subject: 'npm test', match: 'prefix' }

/** What a shell could read in another way than as these words. */
const SNEAKY = [
  'npm testx',
  'npm',
  'npm  test',
  ' npm test',
  'npm test ',
  'npm test; rm -rf ~',
  'npm test;rm',
  'npm test && rm x',
  'npm test || rm x',
  'npm test | sh',
  'npm test & rm x',
  'npm test $(rm x)',
  'npm test `rm x`',
  'npm test $HOME',
  'npm test ${IFS}',
  'npm test\nrm x',
  'npm test\n',
  'npm test\r\nrm x',
  'npm test\trm',
  'npm test > x',
  'npm test 2>x',
  'npm test < x',
  'npm test <(rm x)',
  'npm test *',
  'npm test a?',
  'npm test [a]',
  'npm test {a,b}',
  'npm test ~',
  'npm test =ls',
  'npm test !!',
  'npm test "a"',
  "npm test 'a'",
  'npm test \\a',
  'npm test #a',
  'npm test %PATH%',
  'npm test (a)',
  'npm test \0',
  'npm test a\0b',
  'npm test а',
  'npm test\u00a0a',
  'npm test\u2028rm',
  'npm test\u202ea',
  'npm ｔest',
  'npm test é',
  'FOO=1 npm test',
  'time npm test',
  'sudo npm test',
] as const

test('a prefix allows the command followed by any plain words, word by word', () => {
  for (const command of ['npm test', 'npm test --watch', 'npm test -- a/b.ts:3 --x=1,2 @c +d']) {
    expect(allows(NPM_TEST, 'bash', command), command).toBe(true)
  }
})

test.each(SNEAKY)('a prefix does not allow %j', (command) => {
  expect(allows(NPM_TEST, 'bash', command)).toBe(false)
})

test('a prefix applies only to its tool, and to calls that have a subject', () => {
  expect(allows(NPM_TEST, 'bash_background', 'npm test')).toBe(false)
  expect(allows({ ...NPM_TEST, tool: 'bash_background' }, 'bash_background', 'npm test a')).toBe(
    true,
  )
  expect(allows(NPM_TEST, 'bash', null)).toBe(false)
})

test('an exact rule allows any text, and only that text', () => {
  for (const subject of SNEAKY) {
    const rule: Rule = { tool: 'bash', subject, match: 'exact' }
    expect(allows(rule, 'bash', subject)).toBe(true)
    expect(allows(rule, 'bash', `${subject} `)).toBe(false)
  }
})

test('a rule saved before prefixes existed is exact, parsed or not', () => {
  const old = { tool: 'bash', subject: 'npm test' }
  expect(Rule.parse(old)).toEqual({ ...old, match: 'exact' })
  for (const rule of [Rule.parse(old), old as Rule]) {
    expect(allows(rule, 'bash', 'npm test')).toBe(true)
    expect(allows(rule, 'bash', 'npm test a')).toBe(false)
  }
})

test.each([
  'time ls',
  'if true',
  'function f',
  'coproc ls',
  'a=1 b',
  '-x b',
  '+x b',
  '%1 b',
  '@x b',
  ':x b',
  '=b c',
  '',
])('a command that begins with shell syntax has no words: %j', (command) => {
  expect(plainWords(command)).toBeNull()
})

test('prefixes of two and more words that do not end in an option are offered', () => {
  expect(prefixesOf('npm test')).toEqual(['npm test'])
  expect(prefixesOf('npm run build --watch src')).toEqual([
    'npm run',
    'npm run build',
    'npm run build --watch src',
  ])
  expect(prefixesOf('python -c x')).toEqual(['python -c x'])
  expect(prefixesOf('make')).toEqual([])
  expect(prefixesOf(`git add ${'a '.repeat(50_000)}a`).at(-1)).toBe(`git add ${'a '.repeat(6)}a`)
  expect(prefixesOf('npm test | cat')).toEqual([])
})

test.each(['sudo a', 'git -a', 'git a', 'npx npx', 'uv run uv'])(
  'the prefixes of a long command are found in linear time: %s',
  (beginning) => {
    const began = performance.now()
    prefixesOf(`${beginning} ${'-a '.repeat(40_000)}b`)
    prefixesOf(`${beginning} ${'a '.repeat(40_000)}b`)
    prefixesOf(`${`${beginning} `.repeat(20_000)}b`)
    expect(performance.now() - began).toBeLessThan(1_000)
  },
)

test.each(['sudo npm test', 'env A=1 npm', '/usr/bin/env npm', 'find . -name a', 'xargs rm a'])(
  'none is offered, or obeyed, for a program that runs its arguments: %s',
  (command) => {
    expect(prefixesOf(command)).toEqual([])
    const subject = command.split(' ').slice(0, 2).join(' ')
    expect(allows({ tool: 'bash', subject, match: 'prefix' }, 'bash', command)).toBe(false)
  },
)

test.each([
  'docker exec web npm test',
  'docker run --rm alpine ls',
  'docker compose -f a.yml exec web ls',
  'podman run alpine ls',
  'kubectl -n a exec pod ls',
  'uv run --with x pytest',
  'npx -p x rm a',
  'npx sudo rm a',
  'uv run env A=1 ls',
  'poetry run',
])('none is offered for a program that runs another, which its words leave open: %s', (command) => {
  expect(prefixesOf(command)).toEqual([])
})

test.each([
  ['npx vitest run a', 'npx vitest'],
  ['npm exec vitest run', 'npm exec vitest'],
  ['npm exec -- vitest run', 'npm exec -- vitest'],
  ['uv run pytest -x', 'uv run pytest'],
  ['uv --directory a run pytest -x', 'uv --directory a run pytest'],
  ['poetry run npm exec vitest run', 'poetry run npm exec vitest'],
  ['bundle exec rspec a', 'bundle exec rspec'],
])('of %s, the shortest prefix names the program that runs: %s', (command, shortest) => {
  expect(prefixesOf(command)[0]).toBe(shortest)
})

test.each([
  ['docker compose', 'docker compose exec web rm a'],
  ['docker exec', 'docker exec web rm a'],
  ['docker run', 'docker run -v /:/a alpine rm a'],
  ['kubectl -n a', 'kubectl -n a exec pod rm a'],
  ['npm exec', 'npm exec rm a'],
  ['npm --prefix a', 'npm --prefix a exec rm a'],
  ['uv run', 'uv run rm a'],
  ['npx -p x', 'npx -p x rm a'],
  ['/usr/bin/uv run', '/usr/bin/uv run rm a'],
])('a rule for %j does not allow %j', (subject, command) => {
  expect(allows({ tool: 'bash', subject, match: 'prefix' }, 'bash', command)).toBe(false)
})

test.each(['npm', 'npm -s', 'bash -c', ''])(
  'a prefix rule that says only %j allows nothing',
  (subject) => {
    const rule: Rule = { tool: 'bash', subject, match: 'prefix' }
    expect(allows(rule, 'bash', `${subject} x`)).toBe(false)
    expect(allows(rule, 'bash', subject)).toBe(false)
  },
)

test('thousands of rules for other commands cost no parsing of each', () => {
  const rules = Array.from({ length: 10_000 }, (_, at): Rule => {
    return { ...NPM_TEST, subject: `npm run part-${at}` }
  })
  const split = vi.spyOn(String.prototype, 'split')
  const allowed = rules.filter((rule) => allows(rule, 'bash', 'npm run part-7 --silent'))
  const { length } = split.mock.calls
  split.mockRestore()
  expect(allowed).toEqual([rules[7]])
  expect(length).toBeLessThan(10)
})
