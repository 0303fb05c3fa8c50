import { createSubscriber } from 'svelte/reactivity'
import type { StoreApi } from 'zustand/vanilla'
import type { Clock } from './clock.ts'

/** The one bridge from the stores to Svelte: reading `current` follows the store. */
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

/** The host's time, following the seconds. Whatever reads it keeps the clock going. */
export function ticking(clock: Clock): Readable<number> {
  const follow = createSubscriber((update) => clock.subscribe(update))
  return {
    get current() {
      follow()
      return clock.now()
    },
  }
}
