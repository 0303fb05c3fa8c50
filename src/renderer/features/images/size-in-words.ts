import type { Attachment } from '../../../shared/attachment.ts'

export function sizeInWords({ width, height }: Pick<Attachment, 'width' | 'height'>): string {
  return `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`
}
