/** Scrolls everything between a range and the surrounding box, until the range is visible within that box. */
export function scrollWithin(range: Range, box: Element): void {
  for (
    let at = range.startContainer.parentElement;
    at !== null && at !== box;
    at = at.parentElement
  ) {
    if (at.scrollHeight <= at.clientHeight + 1 && at.scrollWidth <= at.clientWidth + 1) continue
    const [own, its] = [at.getBoundingClientRect(), range.getBoundingClientRect()]
    if (its.top < own.top || its.bottom > own.bottom)
      at.scrollTop += its.top - own.top - at.clientHeight / 2
    if (its.left < own.left || its.right > own.right)
      at.scrollLeft += its.left - own.left - at.clientWidth / 2
  }
}
