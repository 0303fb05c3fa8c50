import { visibleText } from '../../../shared/visible-text.ts'

/** The window's title. The number of waiting items comes first, because a taskbar may have room for no more. */
export function pageTitle(waiting: number, title: string): string {
  const count = waiting === 0 ? '' : `(${waiting}) `
  return `${count}${title === '' ? '' : `${visibleText(title, 'escaped', true)} – `}Phoenix`
}

const MOST = 9

/** The icon of a tab: a bird on a dark background, with the number of waiting items in its corner. A data URL. */
export function pageIcon(waiting: number): string {
  const words = waiting > MOST ? `${MOST}+` : `${waiting}`
  const badge =
    waiting === 0
      ? ''
      : `<circle cx="704" cy="704" r="320" fill="#d9480f"/><text x="704" y="832" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${words.length > 1 ? 300 : 400}" fill="#fff">${words}</text>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">${BIRD}${badge}</svg>`)}`
}

/** resources/icon.svg. */
const BIRD =
  '<rect x="64" y="64" width="896" height="896" rx="200" fill="#131416"/>' +
  '<g fill="#fdfcfb"><path d="M484 664 C344 640 204 528 180 300 C236 372 300 408 364 420 C432 436 480 496 484 664 Z"/>' +
  '<path d="M540 664 C680 640 820 528 844 300 C788 372 724 408 660 420 C592 436 544 496 540 664 Z"/></g>' +
  '<path d="M512 264 C556 316 572 360 552 416 C540 452 540 480 544 520 C560 640 600 736 572 832 C556 792 536 764 512 744 C488 764 468 792 452 832 C424 736 464 640 480 520 C484 480 484 452 472 416 C452 360 468 316 512 264 Z" fill="#8fb9f5"/>'
