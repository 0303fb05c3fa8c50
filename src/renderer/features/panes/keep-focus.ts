interface Keeper {
  readonly within: HTMLElement
  readonly take: () => void
}

/** The keepers of one focus that is gone: each lies in another of them. */
const waiting: Keeper[] = []

/**
 * Calls `take` when what had the focus in an element has left the page, as a button does whose work is done. Whoever went
 * elsewhere before that stays there; so does a focus that another part has moved by then, such as a keeper within this element.
 */
export function keepFocus(take: () => void): (within: HTMLElement) => () => void {
  return (within) => {
    let last: EventTarget | null = null

    function onfocusin({ target }: FocusEvent): void {
      last = target
    }

    // A browser may say this while it takes the element away, and says it when the window loses the focus.
    function onfocusout({ target }: FocusEvent): void {
      queueMicrotask(() => {
        const isTaken = document.activeElement === target || isGone(target) || isDisabled(target)
        if (last === target && !isTaken) last = null
      })
    }

    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !isGone(last)) return
      last = null
      if (waiting.length === 0) setTimeout(takeInnermost)
      waiting.push({ within, take })
    })
    within.addEventListener('focusin', onfocusin)
    within.addEventListener('focusout', onfocusout)
    observer.observe(within, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      within.removeEventListener('focusin', onfocusin)
      within.removeEventListener('focusout', onfocusout)
    }
  }
}

function takeInnermost(): void {
  const fromInside = waiting.splice(0).toSorted((a, b) => (a.within.contains(b.within) ? 1 : -1))
  for (const { take } of fromInside) if (document.activeElement === document.body) take()
}

/** A closed dialog hides its button before it takes it away. */
function isGone(target: EventTarget | null): boolean {
  return target instanceof Element && !target.checkVisibility()
}

function isDisabled(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':disabled')
}
