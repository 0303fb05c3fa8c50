import { writeFiles } from '../files/write-files.ts'
import { openTemporaries } from './temporaries.ts'

/** Writes two files into a folder, and is killed before the second. */
const [dataFolder = '', folder = ''] = process.argv.slice(2)
const placeOf = (shown: string) => {
  const real = `${folder}/${shown}`
  return { path: real, real, shown, reach: 'inside' } as const
}
const bytes = Buffer.from('new')
await writeFiles(
  [
    { place: placeOf('first.txt'), before: null, bytes, mode: null },
    {
      place: placeOf('second.txt'),
      before: null,
      bytes,
      get mode(): null {
        process.kill(process.pid, 'SIGKILL')
        return null
      },
    },
  ],
  openTemporaries(dataFolder),
)
