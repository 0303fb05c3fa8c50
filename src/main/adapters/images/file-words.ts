import { assertNever } from '../../../shared/assert-never.ts'
import type { FileKind } from './file-kind.ts'

/** The kinds that are decoded. */
export type ImageKind = Extract<
  FileKind,
  'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff' | 'heic'
>

/** With their articles. */
export const KIND_NAMES: Readonly<Record<ImageKind, string>> = {
  png: 'a PNG',
  jpeg: 'a JPEG',
  webp: 'a WebP',
  gif: 'a GIF',
  avif: 'an AVIF',
  tiff: 'a TIFF',
  heic: 'an HEIC',
}

const ENDINGS: Readonly<Record<ImageKind, RegExp>> = {
  png: /\.a?png$/i,
  jpeg: /\.(jpe?g|jpe|jfif)$/i,
  webp: /\.webp$/i,
  gif: /\.gif$/i,
  avif: /\.(avif|heif)$/i,
  tiff: /\.tiff?$/i,
  heic: /\.(heic|heif)$/i,
}
const ANY_ENDING = /\.[a-z0-9]{1,5}$/i

/** True if the name has the extension of another kind of file. */
export function isMislabelled(name: string, kind: ImageKind): boolean {
  return ANY_ENDING.test(name) && !ENDINGS[kind].test(name)
}

/** The reason why a file of this kind is not accepted; null if it is. */
export function refusalOf(
  kind: FileKind,
  name: string,
): { kind: ImageKind } | { kind: Exclude<FileKind, ImageKind>; problem: string; advice: string } {
  switch (kind) {
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'gif':
    case 'avif':
    case 'tiff':
    case 'heic':
      return { kind }
    case 'svg':
      return {
        kind,
        problem: `${name} is an SVG drawing, which models cannot see.`,
        advice: 'Export it as PNG, then attach that.',
      }
    case 'bmp':
      return {
        kind,
        problem: `${name} is a BMP image, which Phoenix cannot open.`,
        advice: 'Save it as PNG, then attach that.',
      }
    case 'pdf':
      return {
        kind,
        problem: `${name} is a PDF.`,
        advice:
          'Put it in the folder and name it in your message, or attach a picture of the page.',
      }
    case 'text':
      return {
        kind,
        problem: `${name} is text, not an image.`,
        advice: 'Put it in the folder and name it in your message.',
      }
    case 'unknown':
      return {
        kind,
        problem: `${name} is not an image that Phoenix can open.`,
        advice: 'PNG, JPEG, WebP, GIF, AVIF and TIFF work.',
      }
    default:
      return assertNever(kind)
  }
}

const MAX_NAME_LENGTH = 255

/** The last part of a path, on one line, short enough to be shown. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (plain === '') return 'image'
  if (plain.length <= MAX_NAME_LENGTH) return plain
  const ending = ANY_ENDING.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, MAX_NAME_LENGTH - ending.length - 1).toWellFormed()}…${ending}`
}
