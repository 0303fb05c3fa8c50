import { tick, untrack } from 'svelte'
import { nextFrame } from '../../ui/next-frame.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import type { StickToBottom } from './stick-to-bottom.ts'

const AT_FIRST = 4
const STEP = 12
const IDLE_MS = 200

/**
 * The number of last articles to draw: at first as many as fill the window, and once these are on the screen, the others
 * step by step. Nobody who moves on to another conversation has to wait for them.
 */
export class DrawnArticles {
  most = $state(AT_FIRST)
  readonly isWhole = $derived(this.most === Infinity)
  readonly #countOf: () => number

  /** `countOf`: the possible number of articles. Must be created while a component is being created. */
  constructor(stick: StickToBottom, countOf: () => number) {
    this.#countOf = countOf
    const drawMore = (): void =>
      void stick.keepingPlace(() => {
        this.#draw(STEP)
        return tick()
      })
    $effect(() => {
      if (this.most === Infinity) return undefined
      if (stick.hasRoom) {
        untrack(() => this.#draw(AT_FIRST))
        return undefined
      }
      let cancel = nextFrame(() => (cancel = whenIdle(drawMore, IDLE_MS)))
      return () => cancel()
    })
  }

  /** For whatever leads to a place in it. */
  drawAll(): Promise<void> {
    this.most = Infinity
    return tick()
  }

  #draw(more: number): void {
    this.most = this.most + more < this.#countOf() ? this.most + more : Infinity
  }
}
