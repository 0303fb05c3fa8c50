import type { Attachment } from 'svelte/attachments'

/** Calls back once when all of what it is put on has been in sight, however many boxes it is scrolled in. */
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
