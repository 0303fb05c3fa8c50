import type { AttachedImage } from '../../../shared/messages/attachment.ts'

export function sizeInWords({ width, height }: Pick<AttachedImage, 'width' | 'height'>): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
}
