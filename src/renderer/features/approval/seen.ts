import type { Attachment } from 'svelte/attachments'

/** Calls back once when the whole element has been in view, in however many scrolling boxes it is. */
export function whenSeen(onseen: () => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        onseen()
      },
      { threshold: 0.5 },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }
}
