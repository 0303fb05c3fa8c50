import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SubAgentOutcome } from '../src/shared/messages/message.ts'
import { Unfinished } from '../src/shared/conversation/turn.ts'
import { wordsOfCause, wordsOfSubAgent } from '../src/client/words/words.ts'

const SOURCES = join(import.meta.dirname, '../src')
/** Folders with texts about conversations, turns and calls. */
const PARTS = ['cli', 'client', 'main/core', 'main/runtime', 'renderer', 'shared']

/** Sentences of the program with this word, each with its file. */
function sentencesWith(word: RegExp): readonly string[] {
  return PARTS.flatMap((part) =>
    readdirSync(join(SOURCES, part), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(part, name),
    ),
  )
    .filter((name) => /(?<!\.test|\.fixture)\.(?:ts|svelte)$/.test(name) && !name.includes('fakes'))
    .flatMap((name) => {
      const code = readFileSync(join(SOURCES, name), 'utf8')
        .replace(/\/\*[^]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/<!--[^]*?-->/g, '')
      const said = code.match(/'[^'\n]*'|`[^`]*`|"[^"\n]*"|>[^<>{}=;]*</g) ?? []
      return said.flatMap((text) =>
        text.includes(' ') && word.test(text) ? [`${name}: ${text}`] : [],
      )
    })
}

test('R26 whatever is said to be interrupted names its cause', () => {
  const found = sentencesWith(/\binterrupted\b/i)
  expect(found.length).toBeGreaterThan(3)
  expect(found.filter((each) => !/interrupted: \S/i.test(each))).toEqual([])
})

test('R26 each end of a turn without an answer has its own cause in words', () => {
  const causes = Unfinished.unwrap().shape.cause.options.map(wordsOfCause)
  expect(new Set(causes).size).toBe(causes.length)
  for (const each of causes) expect(each).toMatch(/^[A-Z].{10,}\.$/)
  const outcomes = SubAgentOutcome.options.map(wordsOfSubAgent)
  expect(new Set(outcomes).size).toBe(outcomes.length)
  expect(wordsOfSubAgent('interrupted')).toBe('Interrupted: Phoenix was restarted')
})
