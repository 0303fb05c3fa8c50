import { describe, expect, test } from 'vitest'
import { hasProc, supervisorOn, temporaryFolder, until } from '../processes/supervisor-fixture.ts'
import { Followed, PLAIN_SHELL, terminalsOf } from './terminal.fixture.ts'

describe.runIf(hasProc)('a terminal of a person’s', () => {
  test('a flood is read at a limited rate, in order, and interrupted at once', async () => {
    using data = temporaryFolder()
    const supervisor = supervisorOn(data.path, { environment: PLAIN_SHELL })
    const port = terminalsOf(supervisor)
    const followed = await Followed.open(port)
    followed.terminal.write('yes flooded\r')
    await until(() => followed.printed.length > 200_000)
    const before = { at: performance.now(), length: followed.printed.length }
    await until(() => followed.printed.length > before.length + 2_000_000)
    const perMs = (followed.printed.length - before.length) / (performance.now() - before.at)
    expect(perMs).toBeLessThan(3_000)
    expect(followed.isWhole).toBe(true)
    const interrupted = followed.printed.length
    await followed.run('\u0003echo "end $((7 + 7))"', 'end 14')
    // The output that it printed ahead of the reader is bounded.
    expect(followed.printed.length - interrupted).toBeLessThan(1_500_000)
    await followed.terminal.end()
    await supervisor.close()
    port.close()
  })
})
