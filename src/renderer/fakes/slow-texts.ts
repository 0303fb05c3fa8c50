/** Texts that once blocked the page; `size` 1 is the length at which it was found. */
export const SLOW_TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'nested lists, line under line': (size) =>
    times(900 * size, (n) => `${'  '.repeat(n)}- level ${n}`).join('\n'),
  'nested lists in one line': (size) => `${'- '.repeat(900 * size)}deep`,
  'nested quotes': (size) => `${'> '.repeat(3_000 * size)}deep`,
  'a table of 3,000 columns': (size) =>
    [0, 1, 2, 3]
      .map((row) => times(3_000 * size, (n) => (row === 1 ? '---' : `c${n}`)).join('|'))
      .map((row) => `|${row}|`)
      .join('\n'),
  'a table of 20,000 rows': (size) =>
    ['|a|b|', '|-|-|', ...times(20_000 * size, (n) => `|${n}|x|`)].join('\n'),
  '10,000 code fences': (size) =>
    times(10_000 * size, (n) => `\`\`\`ts\nconst a = ${n}\n\`\`\``).join('\n\n'),
  'one line of 5 MB': (size) => 'word '.repeat(1_000_000 * size),
  'one word of 5 MB': (size) => 'w'.repeat(5_000_000 * size),
  '20,000 headings': (size) => times(20_000 * size, (n) => `# Heading ${n}`).join('\n'),
  '20,000 paragraphs': (size) => times(20_000 * size, (n) => `Paragraph ${n}.`).join('\n\n'),
  'a list of 20,000 items': (size) => times(20_000 * size, (n) => `- item ${n}`).join('\n'),
  'marks without an end': (size) => '*a **b _c `d [e '.repeat(60_000 * size),
  'underscores in one word': (size) => 'a_'.repeat(100_000 * size),
  'emphasis that only opens': (size) => '1._'.repeat(100_000 * size),
  'lines that continue a list item': (size) => `- (\n${'( #- (\n'.repeat(100_000 * size)}`,
  'code of 1 MB': (size) => `\`\`\`ts\n${'const a = b(1) // x\n'.repeat(50_000 * size)}\`\`\``,
  'code nested without an end': (size) => `\`\`\`ts\n${'`${'.repeat(4_000 * size)}\n\`\`\``,
}

function times(count: number, of: (n: number) => string): readonly string[] {
  return Array.from({ length: Math.round(count) }, (_, n) => of(n))
}
