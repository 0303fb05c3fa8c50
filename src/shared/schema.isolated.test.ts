import { expect, test, vi } from 'vitest'

const built = vi.hoisted(() => ({ objects: 0 }))

vi.mock('zod', async (original) => {
  const zod = await original<typeof import('zod')>()
  const object: typeof zod.object = (...given) => {
    built.objects += 1
    return zod.object(...given)
  }
  return { ...zod, object }
})

test('loading the contract builds hardly a schema; using one command builds only its own', async () => {
  const { commands } = await import('./protocol/commands.ts')
  await import('./protocol/events.ts')
  const atLoad = built.objects
  expect(atLoad).toBeLessThan(30)
  expect(commands['conversation.rename'].input.safeParse({}).success).toBe(false)
  expect(built.objects - atLoad).toBe(1)
  for (const { input, output } of Object.values(commands))
    expect([input, output].map((each) => each.type)).toHaveLength(2)
  expect(built.objects).toBeGreaterThan(250)
})
