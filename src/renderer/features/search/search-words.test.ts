import { expect, test } from 'vitest'
import { withoutMarkdown } from './search-words.ts'

/** The words in brackets are the matches. */
function shown(marked: string): string {
  const marks: [number, number][] = []
  let text = ''
  for (const [index, part] of marked.split(/[⟦⟧]/).entries()) {
    if (index % 2 === 1) marks.push([text.length, text.length + part.length])
    text += part
  }
  const { text: plain, marks: moved } = withoutMarkdown({ text, marks })
  return moved.reduceRight(
    (words, [from, to]) => `${words.slice(0, from)}⟦${words.slice(from, to)}⟧${words.slice(to)}`,
    plain,
  )
}

test.each([
  ['The **server ⟦hangs⟧** in `⟦close⟧()`.', 'The server ⟦hangs⟧ in ⟦close⟧().'],
  ['**`⟦a⟧`** and __b__', '⟦a⟧ and b'],
  ['⟦**a**⟧ b', '⟦a⟧ b'],
  ['and *two* or _⟦three⟧_', 'and two or ⟦three⟧'],
  ['``a ` b`` ⟦c⟧', 'a ` b ⟦c⟧'],
])('an excerpt of an answer has no marks, and its matches stay: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test.each([
  ['2**3 and 4**5', '2**3 and 4**5'],
  ['`a ** b` or `c ** d`', 'a ** b or c ** d'],
  ['** a **', '** a **'],
  ['a * b * c', 'a * b * c'],
  ['src/*.ts and *.js', 'src/*.ts and *.js'],
  ['cut **off', 'cut **off'],
  ['snake__case__name', 'snake__case__name'],
  ['`cut', '`cut'],
])('what is no mark stays: %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})
