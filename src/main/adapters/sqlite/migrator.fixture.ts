import { migrate } from './migrate.ts'
import { openCounted } from './statements.fixture.ts'

/** Migrates the file and dies at the statement with the given number. */
const [file = '', at = ''] = process.argv.slice(2)
const db = openCounted(file, (count) => {
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
})
migrate(db)
