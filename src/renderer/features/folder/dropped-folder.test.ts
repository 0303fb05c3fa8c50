import { expect, test } from 'vitest'
import type { LocalFile } from '../../../client/files/upload.ts'
import { droppedAs } from './dropped-folder.ts'

const file: LocalFile = new File(['x'], 'notes.md')
const folder: LocalFile = Object.assign(new File([], 'src'), { isFolder: true })

const pathOf = ({ name }: LocalFile): string => `/work/${name}`

test('only a folder can be worked in, the first one', () => {
  expect(droppedAs([folder, folder], pathOf)).toEqual({ type: 'folder', path: '/work/src' })
  expect(droppedAs([folder], () => null)).toEqual({ type: 'folder', path: null })
})

test('anything else goes with the message', () => {
  for (const files of [[file], [folder, file], []])
    expect(droppedAs(files)).toEqual({ type: 'files', files })
})
