import { describe, expect, test } from 'vitest'
import { byTier } from '../../shared/testing/by-tier.ts'
import { SLOW_TEXTS } from '../fakes/slow-texts.ts'
import { type Grown, grow, NOTHING_GROWN } from './grow.ts'
import { lex, type Token } from './lex.ts'
import { nextSection } from './next-section.ts'
import { blocksOf } from './tree.ts'
import { weightOf } from './weight.ts'

interface Measured {
  readonly grown: Grown
  /** How many characters the lexer received, and the most of a section. */
  readonly lexed: number
  readonly most: number
  /** The piece that took the lexer longest. */
  readonly hardest: string
}

/** Lexes a text to its end. */
function measure(text: string): Measured {
  let lexed = 0
  let most = 0
  let hardest = ''
  let longestMs = 0
  const grown = grow(NOTHING_GROWN, text, {
    isComplete: true,
    next: (place) => {
      const before = lexed
      const section = nextSection(place, (piece) => {
        lexed += piece.length
        const began = performance.now()
        const tokens = lex(piece)
        const ms = performance.now() - began
        if (ms > longestMs) [longestMs, hardest] = [ms, piece]
        return tokens
      })
      most = Math.max(most, lexed - before)
      return section
    },
  })
  return { grown, lexed, most, hardest }
}

/** The shortest of three tries: a busy machine only makes them longer. */
function quickestMs(work: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...tries)
}

/** Does work once, when it is first needed. */
function lazy<T>(work: () => T): () => T {
  let done: { readonly value: T } | null = null
  return () => (done ??= { value: work() }).value
}

function tokensOf({ frozen, tail }: Grown): readonly Token[] {
  return [...frozen.flatMap((section) => section.tokens), ...tail]
}

const isCode = ({ tokens }: { readonly tokens: readonly Token[] }): boolean =>
  tokens[0]?.type === 'code'

describe.each(Object.entries(SLOW_TEXTS))('%s', (_name, textOf) => {
  const text = textOf(0.05)
  const whole = lazy(() => measure(text))

  test.each(byTier([0.05], [0.05, 0.2]))(
    'is lexed in linear work at %d of its size, no section in much',
    (size) => {
      const { hardest, lexed, most } = size === 0.05 ? whole() : measure(textOf(size))
      expect(lexed).toBeLessThanOrEqual(40 * textOf(size).length)
      expect(most).toBeLessThanOrEqual(320_000)
      expect(quickestMs(() => lex(hardest))).toBeLessThan(1_000)
    },
  )

  test('is drawn in sections that are light, and whole', () => {
    const { grown } = whole()
    expect(
      tokensOf(grown)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text)
    const heavy = grown.frozen.filter((each) => !isCode(each) && weightOf(each.tokens) > 1_000)
    expect(heavy).toEqual([])
    expect(() => blocksOf(tokensOf(grown))).not.toThrow()
  })

  test('is lexed only as far as it may be drawn', () => {
    const { grown } = whole()
    const some = grow(NOTHING_GROWN, text, { isComplete: true, allowance: 100 })
    expect(some.frozen.length).toBeLessThanOrEqual(grown.frozen.length)
    expect(some.frozenLength + some.left).toBe(some.left === 0 ? some.frozenLength : text.length)
    const rest = grow(some, text, { isComplete: true, allowance: Infinity })
    expect(tokensOf(rest)).toEqual(tokensOf(grown))
  })
})

describe('a long block that is not one of the worst', () => {
  const lines = Array.from({ length: 400 }, (_, n) => `  const value${n} = call(${n}) // *x*`)

  test('of 400 lines of code is one block', () => {
    const { grown } = measure(`\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n\nDone.\n`)
    const code = tokensOf(grown).filter(({ type }) => type === 'code')
    expect(code).toHaveLength(1)
  })

  test('of code that was cut continues as code', () => {
    const code = lines.join('\n').repeat(12)
    const { grown } = measure(`\`\`\`ts\n${code}\n\`\`\`\n\nDone *well*.\n`)
    const blocks = blocksOf(tokensOf(grown))
    expect(blocks.map(({ type }) => type)).toEqual([
      ...blocks.slice(0, -1).map(() => 'code'),
      'paragraph',
    ])
    expect(blocks.length).toBeGreaterThan(2)
    const texts = blocks.map((block) =>
      block.type === 'code' ? `${block.language}:${block.text}` : '',
    )
    expect(texts.filter((each) => each !== '' && !each.startsWith('ts:'))).toEqual([])
    expect(texts.join('').replaceAll(/ts:|\n/g, '')).toBe(code.replaceAll('\n', ''))
  })

  test('of 100 long list items is one list', () => {
    const items = Array.from({ length: 100 }, (_, n) => `- Item ${n} says \`${n}\` in some words.`)
    const { grown } = measure(`${items.join('\n')}\n\nDone.\n`)
    expect(tokensOf(grown).filter(({ type }) => type === 'list')).toHaveLength(1)
  })

  const rows = Array.from({ length: 3_000 }, (_, n) => `| row ${n} | \`${n}\` |`)
  const HEAD = ['| name | value |', '|---|--:|']

  test('of 3,000 rows continues as a table in each section, with its head', () => {
    const { grown } = measure(`${[...HEAD, ...rows].join('\n')}\n\nDone *well*.\n`)
    const blocks = blocksOf(tokensOf(grown))
    const tables = blocks.flatMap((block) => (block.type === 'table' ? [block] : []))
    expect(blocks.at(-1)?.type).toBe('paragraph')
    expect(tables).toHaveLength(blocks.length - 1)
    expect(tables.length).toBeGreaterThan(2)
    expect(tables.flatMap((table) => table.rows)).toHaveLength(rows.length)
    for (const { header, rows: some, source } of tables) {
      expect(header).toEqual(tables[0]?.header)
      expect(some.map((row) => row[1]?.align)).toEqual(some.map(() => 'end'))
      expect(source.startsWith(`${HEAD.join('\n')}\n| row `)).toBe(true)
    }
  })

  test.each([
    ['growing', '', ''],
    ['quoted', '', '> '],
    ['twice quoted', '', '> > '],
    ['below a list item', '- Item:\n\n', '  '],
    ['below an item of a nested list', '- Item\n  - Item:\n\n', '    '],
    ['below the second level of a numbered list', '1. Item\n   - Item:\n\n', '     '],
    ['quoted in a list item', '- Item:\n\n', '  > '],
  ])('of a table %s continues as a table', (_name, before, mark) => {
    const lines = [...HEAD, ...rows].map((line) => `${mark}${line}\n`)
    const text = before + lines.join('')
    let grown = NOTHING_GROWN
    for (let at = 0; at < text.length; at += 7_001)
      grown = grow(grown, text.slice(0, at), { isComplete: false })
    for (const each of [grow(grown, text, { isComplete: true }), measure(text).grown]) {
      const drawn = JSON.stringify(blocksOf(tokensOf(each)), (key, value: unknown) =>
        key === 'source' ? '' : value,
      )
      expect(drawn.includes('|')).toBe(false)
      expect(drawn.match(/"row \d+"/g)?.length).toBe(rows.length)
    }
  })

  test('of rows that end where a section ends has no empty table behind it', () => {
    for (let count = 60; count < 130; count += 1) {
      const text = `${[...HEAD, ...rows.slice(0, count)].join('\n')}\n# Heading\n${'word\n'.repeat(600)}`
      const tables = blocksOf(tokensOf(measure(text).grown)).filter(({ type }) => type === 'table')
      expect(tables.filter((each) => each.type === 'table' && each.rows.length === 0)).toEqual([])
    }
  })

  test('of list items is cut between two of the outermost items', () => {
    const items = Array.from(
      { length: 600 },
      (_, n) => `${n + 1}. Item\n    - part *one*\n    - part two`,
    )
    const blocks = blocksOf(tokensOf(measure(`${items.join('\n')}\n`).grown))
    expect(blocks.length).toBeGreaterThan(2)
    const lists = blocks.flatMap((block) => (block.type === 'list' ? [block] : []))
    expect(blocks.map(({ type }) => type)).toEqual(lists.map(() => 'list'))
    expect(lists.flatMap((list) => list.items)).toHaveLength(items.length)
    let next = 1
    for (const list of lists) {
      expect(list.start).toBe(next)
      next += list.items.length
    }
  })
})
