export interface Size {
  readonly width: number
  readonly height: number
}

const STEP = 1.25
const MOST = 8
const LEAST = 0.05

/** The scale at which all of an image is seen. A small one is not made larger. */
export function fitScale(image: Size, room: Size): number {
  const scale = Math.min(1, room.width / image.width, room.height / image.height)
  return Math.max(scale, LEAST)
}

/** So many steps larger, or smaller if negative. */
export function zoomed(scale: number, steps: number): number {
  return Math.min(MOST, Math.max(LEAST, scale * STEP ** steps))
}

/** `67%` */
export function wordsOfScale(scale: number): string {
  return `${Math.round(scale * 100)}%`
}

/** Where to scroll, so the point under the pointer stays there. `at`: the pointer, from the edge of the area. */
export function scrollFor(scrolled: number, at: number, ratio: number): number {
  return Math.max(0, (scrolled + at) * ratio - at)
}

/** What a key asks for; null: something else. */
export function zoomKey(key: string): 'in' | 'out' | 'fit' | 'actual' | null {
  switch (key) {
    case '+':
    case '=':
      return 'in'
    case '-':
      return 'out'
    case '0':
      return 'fit'
    case '1':
      return 'actual'
    default:
      return null
  }
}

/** A name that a file of this type can be saved under: what is shown may be of another type than what was attached. */
export function nameToSave(name: string, mediaType: string): string {
  const type = mediaType.slice(mediaType.indexOf('/') + 1)
  const endings = type === 'jpeg' ? ['jpg', 'jpeg'] : [type]
  const file = name.slice(name.lastIndexOf('/') + 1)
  if (endings.some((ending) => file.toLowerCase().endsWith(`.${ending}`))) return file
  return `${file.replace(/\.[^.]*$/, '') || 'image'}.${endings[0] ?? type}`
}
