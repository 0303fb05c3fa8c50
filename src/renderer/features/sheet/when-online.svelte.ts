import { untrack } from 'svelte'
import type { Screen } from '../screen.svelte.ts'

/** Acts now, if the host can be reached, and each time it can be reached again. For use while a component is created. */
export function whenOnline(screen: Screen, act: () => void): void {
  const isOnline = $derived(screen.shell.current.line.type === 'online')
  $effect(() => {
    if (isOnline) untrack(act)
  })
}
