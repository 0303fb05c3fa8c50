import { describe, expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import { lex } from './lex.ts'
import { blocksOf } from './tree.ts'

const render = (text: string): string => JSON.stringify(blocksOf(lex(text)))

/** The file that a link leads to, and its path as shown; otherwise the type of the node. */
function fileOf(link: string): unknown {
  const [first] = blocksOf(lex(link))
  const node = first?.type === 'paragraph' ? first.children[0] : undefined
  return node?.type === 'file' ? [node.file.place, node.file.shownPath] : node?.type
}

describe('the tree of a text', () => {
  test('raw HTML is text', () => {
    expect(blocksOf(lex('<img src=x onerror=alert(1)>'))).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: '<img src=x onerror=alert(1)>' }] },
    ])
    expect(render('a <b onclick="x">b</b>')).not.toContain('"html"')
  })

  test('an image is a link that is never fetched', () => {
    expect(render('![alt](https://evil.example/x.png?d=1)')).toContain('"type":"image"')
    expect(render('![alt](javascript:alert)')).not.toContain('"link"')
  })

  test('an image or a link in a link is drawn as its text', () => {
    expect(blocksOf(lex('[![badge](https://a.example/b.svg)](https://b.example)'))).toMatchObject([
      { children: [{ type: 'link', children: [{ type: 'text', text: 'Image: badge' }] }] },
    ])
    expect(blocksOf(lex('[**![](https://a.example)**](https://b.example)'))).toMatchObject([
      {
        children: [{ children: [{ children: [{ type: 'text', text: 'Image: no description' }] }] }],
      },
    ])
    const nested = render('[a <https://a.example> c](https://b.example)')
    expect(nested.split('"type":"link"')).toHaveLength(2)
    expect(nested).toContain('"text":"https://a.example"')
  })

  test('a link with a forbidden scheme is shown as its source text', () => {
    expect(blocksOf(lex('[x](javascript:alert(1))'))).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: '[x](javascript:alert(1))' }] },
    ])
    expect(render('[x](&#106;avascript:alert(1))')).not.toContain('"href"')
  })

  test('a link to a file names the file, and says its path unless the text does', () => {
    const place = { path: 'src/cart.ts', line: null }
    expect(fileOf('[cart.ts](src/cart.ts)')).toEqual([place, null])
    expect(fileOf('[`src/cart.ts`](src/cart.ts)')).toEqual([place, null])
    expect(fileOf('[the cart](src/cart.ts)')).toEqual([place, 'src/cart.ts'])
    expect(fileOf('[README.md](/etc/hosts.conf)')).toMatchObject([{}, '/etc/hosts.conf'])
    const line = { path: 'src/cart.ts', line: 10 }
    expect(fileOf('[cart.ts:10](src/cart.ts#L10)')).toEqual([line, null])
    expect(fileOf('[cart.ts:9](src/cart.ts:10)')).toEqual([line, 'src/cart.ts:10'])
    for (const other of [
      '[x](#part)',
      '[x](/api)',
      '[x](javascript:a/b.ts)',
      '[x](//a.example/b.ts)',
    ])
      expect(fileOf(other)).toBe('text')
    expect(fileOf('[x](https://a.example/b.ts)')).toBe('link')
  })

  test('character references are read in prose and left in code', () => {
    expect(render('a &lt; b &amp;&amp; `&lt;`')).toContain('a < b && ')
    expect(render('`&lt;`')).toContain('&lt;')
    for (const unknown of ['&valueOf;', '&toString;', '&nothing;'])
      expect(render(`a ${unknown} b`)).toContain(`"a ${unknown} b"`)
  })

  test('lists, tasks, tables and code keep their structure', () => {
    expect(render('3. a\n4. b')).toContain('"start":3')
    expect(render('0. a\n1. b')).toContain('"start":0')
    expect(render('- a\n- b')).toContain('"start":null')
    expect(render('- [x] done\n- [ ] open')).toContain('"isChecked":true')
    expect(render('|a|b|\n|:-:|--:|\n|1|2|')).toContain('"align":"center"')
    expect(render('```ts x\nlet a\n```')).toContain('"language":"ts"')
  })
})

describe('endlessly nested text', () => {
  const deep = {
    quotes: `${'> '.repeat(3000)}deep`,
    lists: `${'- '.repeat(2000)}deep`,
    both: `${'> - '.repeat(1000)}deep`,
    emphasis: `${'*a **b '.repeat(100)}deep${' y** z*'.repeat(100)}`,
  }
  for (const [name, text] of Object.entries(deep)) {
    test(`${name}: every word is drawn, few levels deep`, () => {
      expect(render(text)).toContain('deep')
      expect(render(text).split('"children"').length).toBeLessThan(80)
    })
  }
})

describe('highlighting', () => {
  test('keeps every character', () => {
    const code = 'const a = `x ${b} y` // end\n'
    const runs = highlight(code, 'ts', false)
    expect(runs.map((run) => run.text).join('')).toBe(code)
    expect(runs.some((run) => run.classes.includes('hljs-keyword'))).toBe(true)
  })

  test('leaves unknown languages and very long code plain', () => {
    expect(highlight('x', 'no-such-language', false)).toEqual([{ text: 'x', classes: '' }])
    expect(highlight('let a\n'.repeat(20_000), 'ts', false)).toHaveLength(1)
  })
})

test('keeps every character of code nested deeper than the colours allow', () => {
  const code = '`${'.repeat(2_000)
  const runs = highlight(code, 'ts', false)
  expect(runs.map((run) => run.text).join('')).toBe(code)
})
