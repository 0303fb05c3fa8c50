/**
 * Keeps an element above whatever dialog is open, and usable there: all outside the dialog that was opened last is inert,
 * so the element is moved into it, and back home before that one goes.
 */
export function overDialogs(element: HTMLElement): () => void {
  const home = element.parentElement
  /** In the order in which they were opened. */
  let opened: readonly HTMLDialogElement[] = []

  function place(): void {
    opened = opened.filter((each) => each.isConnected && each.matches(':modal'))
    const over = opened.at(-1) ?? home
    if (over === null || element.parentElement === over) return
    over.append(element)
    watch()
  }

  function onrecords(records: readonly MutationRecord[]): void {
    const dialogs = records.map(({ target }) => target).filter((each) => isModal(each))
    for (const each of dialogs) opened = [...opened.filter((other) => other !== each), each]
    place()
  }

  const observer = new MutationObserver(onrecords)

  /** A dialog may leave the page without being closed first. */
  function watch(): void {
    observer.observe(document.body, {
      subtree: true,
      attributeFilter: ['open'],
      childList: opened.length > 0,
    })
  }

  watch()
  return () => {
    observer.disconnect()
    home?.append(element)
  }
}

function isModal(target: Node): target is HTMLDialogElement {
  return target instanceof HTMLDialogElement && target.matches(':modal')
}
