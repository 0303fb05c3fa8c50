import { tick } from 'svelte'
import { nextFrame } from '../../ui/next-frame.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import type { StickToBottom } from './stick-to-bottom.ts'

const STEP = 12
const IDLE_MS = 200

/**
 * So many of the last articles of a conversation are drawn: at first what fills a window, however short they are, and
 * once that is on the screen the others step by step. Whoever goes on to the next conversation at once does not wait for them.
 */
export class DrawnArticles {
  most = $state(1 + Math.ceil(innerHeight / 100))
  readonly isWhole = $derived(this.most === Infinity)

  /** `countOf`: all that there may be. To be made while a component is. */
  constructor(stick: StickToBottom, countOf: () => number) {
    const drawMore = (): void =>
      void stick.keepingPlace(() => {
        this.most = this.most + STEP < countOf() ? this.most + STEP : Infinity
        return tick()
      })
    $effect(() => {
      if (this.most === Infinity) return undefined
      let takeBack = nextFrame(() => (takeBack = whenIdle(drawMore, IDLE_MS)))
      return () => takeBack()
    })
  }

  /** For somebody who goes to a place in it. */
  drawAll(): void {
    this.most = Infinity
  }
}
