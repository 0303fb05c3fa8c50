import { expect, test } from 'vitest'
import { StorageTrouble } from '../../../shared/storage/storage-trouble.ts'
import { sentenceOfTrouble } from './storage-words.ts'

test.each(StorageTrouble.options)('for a disk that is %s people read what is kept', (trouble) => {
  expect(sentenceOfTrouble(trouble)).toMatch(
    /Nothing is lost|What is saved stays saved|Nothing changes/,
  )
})
