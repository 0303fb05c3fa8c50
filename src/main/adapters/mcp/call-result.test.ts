import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { PictureOptions } from '../tools/reading/read-picture.ts'
import { toolResultOf } from './call-result.ts'
import { textOf } from './mcp-rig.fixture.ts'

const OPEN = new AbortController().signal

/** As many parts as fit into one message. */
function answerOf(part: object): Parameters<typeof toolResultOf>[0] {
  return { content: Array.from({ length: 200_000 }, () => part) as never }
}

function pictures(): PictureOptions & { readonly tried: string[] } {
  const tried: string[] = []
  const prepare = (_bytes: unknown, name: string) => {
    tried.push(name)
    return Promise.resolve({ type: 'refused', problem: 'It is no image.' })
  }
  return {
    tried,
    images: { prepare } as never,
    blobs: { keep: () => Promise.resolve(ok('b')) } as never,
  }
}

test.each(['', 'x'])(
  'an answer of very many parts of the text "%s" cannot keep the program busy',
  async (text) => {
    const { system, user } = process.cpuUsage()
    const result = await toolResultOf(answerOf({ type: 'text', text }), pictures(), OPEN)
    const used = process.cpuUsage({ system, user })
    expect(used.user + used.system).toBeLessThan(3_000_000)
    expect(result.outcome).toBe('ok')
    expect(textOf(result).length).toBeLessThan(33 * 1_024)
  },
)

test('an answer of very many images that are none is looked through only to the limit', async () => {
  const options = pictures()
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
  const result = await toolResultOf(answerOf(image), options, OPEN)
  expect(options.tried).toHaveLength(5)
  expect(textOf(result)).toContain('Another image is left out: at most 5 are shown.')
})
