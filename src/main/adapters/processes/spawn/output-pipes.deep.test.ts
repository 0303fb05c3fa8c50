import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createOutputPipePool, pathsOf } from './output-pipes.ts'
import { until } from '../supervisor-fixture.ts'
import { printedInto, folder } from './output-pipes.fixture.ts'

describe.runIf(process.platform === 'linux')('the pipes that commands print into', () => {
  test('are enough for many simultaneous commands, each with its own, and disappear with them', async () => {
    const place = folder()
    const pool = createOutputPipePool(place)
    // More than are made at first.
    const names = Array.from({ length: 80 }, (_, index) => `command ${index}`)
    const received: string[] = []
    const printed = names.map(async (name) => {
      const pipes = await pool.take()
      if (pipes === null) throw new Error('There are none.')
      received.push(...pathsOf(pipes))
      return printedInto(pipes, `echo ${name}; echo ${name} >&2`)
    })
    expect(await Promise.all(printed)).toEqual(names.map((name) => [`${name}\n`, `${name}\n`]))
    const unused = await pool.take()
    const paths = unused === null ? [] : pathsOf(unused)
    expect(paths.filter((path) => existsSync(path))).toHaveLength(2)
    unused?.forEach((pipe) => pipe.discard())
    const all = [...received, ...paths]
    expect(new Set(all).size).toBe(2 * names.length + 2)
    expect(all.filter((path) => existsSync(path))).toEqual([])
    pool.close()
    await until(() => !existsSync(place))
  })
})
