import { describe, expect, test, vi } from 'vitest'
import { TOKEN_KEY, codeIn, createAccess, withoutCode } from './access.ts'

function storage(
  first: Record<string, string> = {},
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map(Object.entries(first))
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
const answers = (...responses: readonly (Response | Error)[]): typeof fetch => {
  const queue = [...responses]
  return vi.fn(() => {
    const next = queue.shift()
    return next instanceof Response
      ? Promise.resolve(next)
      : Promise.reject(next ?? new Error('none'))
  })
}
const granted = (): Response => Response.json({ token: 'T' })

const another = (): Promise<string> => Promise.resolve('T')
const nobody = (): Promise<null> => Promise.resolve(null)
const used = (): typeof fetch => answers(new Response(null, { status: 401 }))

describe('the access of a window', () => {
  test('reads the code of its address', () => {
    expect(codeIn('#code=abc')).toBe('abc')
    expect(codeIn('#conversation=abc')).toBeNull()
    expect(codeIn('')).toBeNull()
  })

  test('leaves the place to which its address leads', () => {
    expect(withoutCode('#code=abc')).toBe('')
    expect(withoutCode('#code=abc&folder=%2Fa%20%26%20b')).toBe('#folder=%2Fa%20%26%20b')
    expect(withoutCode('#folder=%2Fcode%3D1')).toBe('#folder=%2Fcode%3D1')
  })

  test('exchanges its code once and keeps the token', async () => {
    const tokens = storage()
    const fetch = answers(granted())
    const access = createAccess('C', {
      fetch: (path, init) => fetch(path, init),
      tokens,
      askOthers: nobody,
    })
    expect(await access(false)).toEqual({ type: 'granted', token: 'T' })
    expect(await access(false)).toEqual({ type: 'granted', token: 'T' })
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(tokens.getItem(TOKEN_KEY)).toBe('T')
  })

  test('keeps the code while the host cannot be reached', async () => {
    const fetch = answers(new Error('refused'), granted())
    const access = createAccess('C', {
      fetch: (path, init) => fetch(path, init),
      tokens: storage(),
      askOthers: nobody,
    })
    expect((await access(false)).type).toBe('unreachable')
    expect((await access(false)).type).toBe('granted')
  })

  test('with a used code uses the token of this tab, else access has ended', async () => {
    const fresh = createAccess('C', { fetch: used(), tokens: storage(), askOthers: nobody })
    expect((await fresh(false)).type).toBe('refused')
    const tokens = storage({ [TOKEN_KEY]: 'old' })
    const known = createAccess('C', { fetch: used(), tokens, askOthers: nobody })
    expect(await known(false)).toEqual({ type: 'granted', token: 'old' })
  })

  test('without a code or a token gets in through another window, and keeps its token', async () => {
    const tokens = storage()
    const second = createAccess(null, { fetch: used(), tokens, askOthers: another })
    expect(await second(false)).toEqual({ type: 'granted', token: 'T' })
    expect(tokens.getItem(TOKEN_KEY)).toBe('T')
  })

  test('whose token the host refuses gets in through another window, else tries its own again', async () => {
    const tokens = storage({ [TOKEN_KEY]: 'old' })
    const old = createAccess(null, { fetch: used(), tokens, askOthers: nobody })
    expect(await old(true)).toEqual({ type: 'granted', token: 'old' })
    const beside = createAccess(null, { fetch: used(), tokens, askOthers: another })
    expect(await beside(false)).toEqual({ type: 'granted', token: 'old' })
    expect(await beside(true)).toEqual({ type: 'granted', token: 'T' })
    expect(await beside(false)).toEqual({ type: 'granted', token: 'T' })
  })
})
