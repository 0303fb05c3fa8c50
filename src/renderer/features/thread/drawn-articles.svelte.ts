import { tick } from 'svelte'
import { nextFrame } from '../../ui/next-frame.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import type { StickToBottom } from './stick-to-bottom.ts'

const STEP = 12
const IDLE_MS = 200

/**
 * The number of last articles to draw: at first enough to fill a window with short ones, and once these are on the
 * screen, the others step by step. Nobody who moves on to another conversation has to wait for them.
 */
export class DrawnArticles {
  most = $state(1 + Math.ceil(innerHeight / 100))
  readonly isWhole = $derived(this.most === Infinity)

  /** `countOf`: the possible number of articles. Must be created while a component is being created. */
  constructor(stick: StickToBottom, countOf: () => number) {
    const drawMore = (): void =>
      void stick.keepingPlace(() => {
        this.most = this.most + STEP < countOf() ? this.most + STEP : Infinity
        return tick()
      })
    $effect(() => {
      if (this.most === Infinity) return undefined
      let cancel = nextFrame(() => (cancel = whenIdle(drawMore, IDLE_MS)))
      return () => cancel()
    })
  }

  /** For a search that leads to a place in it. */
  drawAll(): void {
    this.most = Infinity
  }
}
