import { createSubscriber } from 'svelte/reactivity'
import type { StoreApi } from 'zustand/vanilla'
import type { Clock } from './clock.ts'

/** The only bridge from the stores to Svelte: reading `current` subscribes to the store. */
export interface Readable<State> {
  readonly current: State
}

export function readable<State>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
): Readable<State> {
  const follow = createSubscriber((update) => store.subscribe(update))
  return {
    get current() {
      follow()
      return store.getState()
    },
  }
}

/**
 * The host's time, updated each second: all readers between two ticks see the same time. Reading it keeps the clock
 * running.
 */
export function ticking(clock: Clock): Readable<number> {
  let ticked: number | null = null
  const follow = createSubscriber((update) => {
    ticked = clock.now()
    const stop = clock.subscribe(() => {
      ticked = clock.now()
      update()
    })
    return () => {
      ticked = null
      stop()
    }
  })
  return {
    get current() {
      follow()
      return ticked ?? clock.now()
    },
  }
}
