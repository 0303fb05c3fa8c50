import { type Figure, median, ms, withGoal } from './figures.ts'

/** Alternates our implementation with the minimum, so other load on the machine affects both equally. */
export async function comparePairs(
  pair: { readonly what: string; readonly count: number; readonly limit: number },
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Figure> {
  await ours()
  await floor()
  const times = { ours: [] as number[], floor: [] as number[] }
  for (let turn = 0; turn < pair.count; turn++) {
    times.floor.push(await floor())
    times.ours.push(await ours())
  }
  const [own, least] = [median(times.ours), median(times.floor)]
  const multiple = own / least
  return withGoal(
    {
      what: `${pair.what} (median of ${pair.count})`,
      value: multiple,
      measured: `${ms(own)} / floor ${ms(least)} = ${multiple.toFixed(2)}x`,
    },
    `at most ${pair.limit}x the floor`,
    multiple <= pair.limit,
  )
}

/** Returns the duration in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
