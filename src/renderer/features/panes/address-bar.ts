import type { PaneThreads } from '../../state/panes/pane-threads.ts'
import type { PaneId } from '../../state/panes/panes.ts'
import { idOfThread } from '../../../client/conversation/thread.ts'
import { fragmentOf, isPlaceToReturnTo, savePlace } from '../shell/address.ts'

/** Keeps the address in step with the contents of the panes. */
export class Address {
  readonly #panes: PaneThreads
  #hasBegun = false
  #isPlacing = false

  constructor(panes: PaneThreads) {
    this.#panes = panes
    panes.store.subscribe(() => {
      if (!this.#isPlacing) this.#keep('replaced')
    })
  }

  /** The first place is on the screen. */
  begin(): void {
    this.#hasBegun = true
    this.#keep('replaced')
  }

  /** `pushed`: Back leads to the previous address. */
  write(way: 'pushed' | 'replaced', showing: () => void): void {
    this.#isPlacing = true
    showing()
    this.#isPlacing = false
    this.#keep(way)
  }

  #keep(way: 'pushed' | 'replaced'): void {
    if (!this.#hasBegun) return
    const fragment = this.#fragment()
    savePlace(fragment)
    if (fragment === location.hash) return
    if (way === 'pushed' && isPlaceToReturnTo(location.hash)) history.pushState(null, '', fragment)
    else history.replaceState(null, '', fragment)
  }

  #fragment(): string {
    const { focused, order } = this.#panes.store.getState()
    const shownBy = (pane: PaneId) => idOfThread(this.#panes.threads[pane].store.getState())
    const other = order.find((pane) => pane !== focused)
    if (other === undefined) return fragmentOf(shownBy(focused))
    const side = order[0] === focused ? 'right' : 'left'
    return fragmentOf(shownBy(focused), { side, shown: shownBy(other) })
  }
}
