import type { PreparedImage } from '../../runtime/ports/file-ports.ts'
import { createImagePort } from './prepare-image.ts'

export const port = createImagePort()

export type Ready = Extract<PreparedImage, { type: 'ready' }>
