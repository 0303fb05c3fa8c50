import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const RENDERER = join(import.meta.dirname, '../src/renderer')
const TOKENS = 'styles/tokens.css'

const sources = Object.fromEntries(
  readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:svelte|css)$/.test(path))
    .map((path) => [path, readFileSync(join(RENDERER, path), 'utf8')]),
)
const tokens = sources[TOKENS] ?? ''

describe('rules of visual design', () => {
  test('no raw colour appears outside tokens.css', () => {
    const raw = /#[0-9a-f]{3,8}\b(?=[^{}]*[;}])|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/i
    const files = Object.entries(sources).filter(([path]) => path !== TOKENS)
    expect(files.length).toBeGreaterThan(30)
    const found = files.filter(([, source]) => raw.test(stylesOf(source))).map(([path]) => path)
    expect(found).toEqual([])
    expect(raw.test('a { color: #fff; }')).toBe(true)
  })

  test('there are four font sizes and two weights, and everything uses them', () => {
    expect(tokens.match(/--size-\w+:/g)).toHaveLength(4)
    expect(tokens.match(/--weight-\w+:/g)).toHaveLength(2)
    for (const [path, source] of Object.entries(sources)) {
      const raw = /font-(?:size|weight):(?! (?:var\(|inherit))[^;]+/.exec(stylesOf(source))
      expect(raw?.[0], path).toBeUndefined()
    }
  })

  test('all text shows its exact characters (decision 067): only prose has ligatures, and no code in it', () => {
    const body = rulesOf(sources['styles/base.css'] ?? '').find((rule) => rule.startsWith('body {'))
    expect(body).toMatch(/[ ]font: [^}]+font-variant-ligatures: none;/)
    const prose: string[] = []
    for (const [path, source] of Object.entries(sources)) {
      const rules = rulesOf(stylesOf(source))
      const setting = rules.filter((rule) => /ligatures: normal/.test(rule))
      if (setting.length > 0) prose.push(path)
      for (const rule of rules) {
        // The shorthand would switch them on again.
        if (rule !== body) expect(rule, path).not.toMatch(/[ ]font: (?!inherit)/)
        const isCode = setting.length > 0 && rule.includes('var(--font-code)')
        if (isCode) expect(rule, path).toContain('font-variant-ligatures: none')
      }
    }
    expect(prose.toSorted()).toEqual([
      'features/thread/person-text.svelte',
      'markdown/markdown.svelte',
      'ui/exact-runs.svelte',
    ])
  })

  test('there is no gradient', () => {
    for (const [path, source] of Object.entries(sources))
      expect(stylesOf(source).includes('gradient('), path).toBe(false)
  })
})

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_theme, index) => {
  const grounds = ['page', 'side', 'raised', 'sunken', 'hover', 'selected']

  test.each(grounds)('text on %s has a contrast of 7 to 1, secondary text 4.5 to 1', (ground) => {
    const below = luminance(ground, index)
    expect(contrast(luminance('text', index), below)).toBeGreaterThanOrEqual(7)
    for (const name of ['text-second', 'accent', 'green', 'amber', 'red'])
      expect(contrast(luminance(name, index), below), name).toBeGreaterThanOrEqual(4.5)
  })

  test('code and the colours of a terminal have a contrast of 4.5 to 1 on their background', () => {
    const names = [...tokens.matchAll(/--((?:code|ansi)-\w+):/g)].map((match) => match[1] ?? '')
    expect(names.length).toBeGreaterThan(10)
    for (const name of names)
      for (const ground of ['page', 'sunken'])
        expect(contrast(luminance(name, index), luminance(ground, index)), name).toBeGreaterThan(
          4.5,
        )
  })
})

/** Only the style of a component: its markup may link to an id, which looks like a colour. */
function stylesOf(source: string): string {
  return /<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? (source.includes('<') ? '' : source)
}

/** Each rule with its selectors, nested ones too. */
function rulesOf(style: string): readonly string[] {
  return Array.from(style.matchAll(/[^{};]+\{[^{}]*\}/g), ([rule]) => rule.trim())
}

/** WCAG's relative luminance of a token, converted from OKLCH through linear sRGB. */
function luminance(name: string, index: 0 | 1): number {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1] ?? ''
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g)]
  const [, lightness = '', chroma = '', hue = ''] = colours[index] ?? colours[0] ?? []
  const angle = (Number(hue) * Math.PI) / 180
  const a = Number(chroma) * Math.cos(angle)
  const b = Number(chroma) * Math.sin(angle)
  const l = (Number(lightness) + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (Number(lightness) - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (Number(lightness) - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue)
}

function inGamut(part: number): number {
  return Math.min(1, Math.max(0, part))
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
