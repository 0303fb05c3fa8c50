import { describe, expect, test } from 'vitest'
import { safeLink, withoutInvisible } from './safe-link.ts'

describe('a link of the model', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '/relative',
    '#a',
    'java\u200Bscript:alert(1)',
    'blob:https://a/b',
  ])('%s is no link', (href) => expect(safeLink(href, 'text')).toBeNull())

  test('shows its host if the text does not contain it', () => {
    expect(safeLink('https://evil.example/x', 'https://good.example')?.shownHost).toBe(
      'evil.example',
    )
    expect(safeLink('https://hub.com', 'github.com')?.shownHost).toBe('hub.com')
    expect(safeLink('https://github.com/a/b', 'the docs')?.shownHost).toBe('github.com')
  })

  test('shows no host twice', () => {
    expect(safeLink('https://github.com/a', 'https://github.com/a')?.shownHost).toBeNull()
    expect(safeLink('https://github.com/a', 'github.com')?.shownHost).toBeNull()
    expect(safeLink('mailto:a@b.example', 'a@b.example')?.shownHost).toBeNull()
    expect(safeLink('mailto:a@b.example', 'mailto:a@b.example')?.shownHost).toBeNull()
    expect(safeLink('http://a.example:80?b', 'HTTP://A.example?b')?.shownHost).toBeNull()
    expect(safeLink('http://a.example:81#b', 'http://a.example:81#b')?.shownHost).toBeNull()
  })

  test('names lookalike hosts by their real letters', () => {
    expect(safeLink('https://аpple.com', 'apple.com')?.shownHost).toMatch(/^xn--/)
  })

  test.each([
    ['a lookalike as its own text', 'https://аpple.com/a'],
    ['a name before an @', 'https://github.com@evil.example/'],
    ['a path-like name before an @', 'https://github.com%2Flogin@evil.example/'],
    ['a full-width name', 'https://ｇithub.example/'],
  ])('shows the host that is asked for %s', (_, address) => {
    expect(safeLink(address, address)?.shownHost).toBe(new URL(address).host)
  })

  test('loses its invisible characters', () => {
    expect(withoutInvisible('a\u202Eb\u200Bc\uFEFF')).toBe('abc')
  })
})
