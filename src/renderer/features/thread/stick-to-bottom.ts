import type { Attachment } from 'svelte/attachments'
import { goTo, messageBeside, placeIn, type ReadingPlace } from './reading-place.ts'

/** This close to the end counts as being there. */
const NEAR_PX = 32

/**
 * Keeps a scrolled box at its end while the reader is there, and stays put if they have scrolled up. `onChange` is
 * called when that changes, `onPlace` with the reader's place; null is the end. The box's first child is what grows.
 */
export class StickToBottom {
  #box: HTMLElement | null = null
  #lastTop = 0
  #isStuck = true
  /** The reader's earlier place: restored while content above it is being drawn, until they scroll. */
  #held: (() => boolean) | null = null
  /** True while that place is being loaded: the end is shown until then, where the reader has not gone. */
  #isReturning = false
  readonly #onChange: (isAtBottom: boolean) => void
  readonly #onPlace: (place: ReadingPlace | null) => void

  constructor(
    onChange: (isAtBottom: boolean) => void,
    onPlace: (place: ReadingPlace | null) => void = nothing,
  ) {
    this.#onChange = onChange
    this.#onPlace = onPlace
  }

  readonly attach: Attachment<HTMLElement> = (box) => {
    this.#box = box
    const onScroll = (): void => this.#scrolled(box)
    const observer = new ResizeObserver(() => {
      if (this.#held !== null) this.#held()
      // What has shrunk can bring the end into view without a scroll event.
      else if (this.#isStuck || this.#isNearEnd()) this.#goToEnd()
    })
    observer.observe(box)
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
      this.#box = null
    }
  }

  /** Null: it is not on the page. */
  get box(): HTMLElement | null {
    return this.#box
  }

  /** True if its content does not fill it. */
  get hasRoom(): boolean {
    const box = this.#box
    return box !== null && box.clientHeight > 0 && box.scrollHeight === box.clientHeight
  }

  jump(): void {
    this.#isReturning = false
    this.#goToEnd()
  }

  #goToEnd(): void {
    const box = this.#box
    if (box === null) return
    box.scrollTop = box.scrollHeight
    this.#held = null
    this.#set(true)
    this.#remember(null)
  }

  /**
   * Returns to the reader's earlier place, unless they go elsewhere before it is on the page. `loadMore` loads more of
   * it; false: there is no more.
   */
  async return(place: ReadingPlace, loadMore: () => Promise<boolean>): Promise<void> {
    this.#isReturning = true
    while (this.#isReturning && this.#box !== null && !this.#goTo(place) && (await loadMore()));
    this.#isReturning = false
  }

  /** False: it is not on the page. */
  #goTo(place: ReadingPlace): boolean {
    return this.#hold((box) => goTo(box, place))
  }

  /** Goes to the person's message before the visible part, or to the next one. False: there is none on the page. */
  goBeside(way: 'previous' | 'next'): boolean {
    const place = this.#box === null ? null : messageBeside(this.#box, way)
    if (place === null || !this.#goTo(place)) return false
    if (this.#isNearEnd()) this.jump()
    else this.#remember(place)
    return true
  }

  /** Scrolls a place into the upper part of the box, and keeps it there until the reader scrolls. */
  hold(rectOf: () => DOMRect): void {
    this.#hold((box) => {
      const { top } = box.getBoundingClientRect()
      box.scrollTop += rectOf().top - top - box.clientHeight / 3
      return true
    })
    if (this.#box !== null) this.#remember(placeIn(this.#box))
  }

  #hold(go: (box: HTMLElement) => boolean): boolean {
    const again = (): boolean => {
      const box = this.#box
      if (box === null || !go(box)) return false
      this.#lastTop = box.scrollTop
      this.#set(this.#isNearEnd())
      return true
    }
    if (!again()) return false
    this.#held = again
    return true
  }

  /** Keeps the visible content in place while something is inserted above it. False: nothing was, it has left the page. */
  async keepingPlace(change: () => Promise<unknown>): Promise<boolean> {
    const box = this.#box
    if (box === null) return false
    const fromEnd = box.scrollHeight - box.scrollTop
    await change()
    box.scrollTop = box.scrollHeight - fromEnd
    return true
  }

  /** Only the reader scrolls up; text that has grown since the last event has not moved them. */
  #scrolled(box: HTMLElement): void {
    const hasGoneUp = box.scrollTop < this.#lastTop - 1
    const hasMoved = hasGoneUp || box.scrollTop > this.#lastTop + 1
    this.#lastTop = box.scrollTop
    if (this.#held !== null && !hasMoved) return
    this.#held = null
    if (this.#isNearEnd()) this.#set(true)
    else if (hasGoneUp) this.#set(false)
    this.#remember(this.#isStuck ? null : placeIn(box))
  }

  #remember(place: ReadingPlace | null): void {
    if (this.#isReturning && place === null) return
    this.#isReturning = false
    this.#onPlace(place)
  }

  #isNearEnd(): boolean {
    const box = this.#box
    return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
  }

  #set(isStuck: boolean): void {
    if (this.#isStuck === isStuck) return
    this.#isStuck = isStuck
    this.#onChange(isStuck)
  }
}

function nothing(): void {}
