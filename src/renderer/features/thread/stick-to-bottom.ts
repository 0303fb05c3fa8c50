import type { Attachment } from 'svelte/attachments'

/** This close to the end counts as being there. */
const NEAR_PX = 32

/**
 * Keeps a scrolled box at its end while the reader is there, and leaves him alone where he has gone up.
 * `onLeave` is told when that changes. The box's first child is what grows.
 */
export class StickToBottom {
  #box: HTMLElement | null = null
  #lastTop = 0
  #isStuck = true
  readonly #onChange: (isAtBottom: boolean) => void

  constructor(onChange: (isAtBottom: boolean) => void) {
    this.#onChange = onChange
  }

  readonly attach: Attachment<HTMLElement> = (box) => {
    this.#box = box
    const onScroll = (): void => this.#scrolled(box)
    const observer = new ResizeObserver(() => {
      if (this.#isStuck) this.jump()
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

  jump(): void {
    const box = this.#box
    if (box === null) return
    box.scrollTop = box.scrollHeight
    this.#set(true)
  }

  /** Puts what stood on the screen back where it was, after something was put before it. */
  async keepingPlace(change: () => Promise<unknown>): Promise<void> {
    const box = this.#box
    if (box === null) return
    const fromEnd = box.scrollHeight - box.scrollTop
    await change()
    box.scrollTop = box.scrollHeight - fromEnd
  }

  /** Only the reader scrolls up; a text that grew since the last look has not moved him. */
  #scrolled(box: HTMLElement): void {
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
    const hasGoneUp = box.scrollTop < this.#lastTop - 1
    this.#lastTop = box.scrollTop
    if (isNear) this.#set(true)
    else if (hasGoneUp) this.#set(false)
  }

  #set(isStuck: boolean): void {
    if (this.#isStuck === isStuck) return
    this.#isStuck = isStuck
    this.#onChange(isStuck)
  }
}
