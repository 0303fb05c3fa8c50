import { openCounted } from '../statements.fixture.ts'
import { prepareMoving } from './move-rows.ts'

/** Moves all rows of the file and dies at the statement with the given number. */
const [file = '', at = ''] = process.argv.slice(2)
const db = openCounted(file, (count) => {
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
})
const move = prepareMoving(db)
while (move());
