import Database from 'better-sqlite3'

/** Opens it with a hearer of each statement, counted from 1, ahead of its run. The statement throws what the hearer throws. */
export function openHeard(file: string, onStatement: (count: number) => void): Database.Database {
  let count = 0
  return new Database(file, { verbose: () => onStatement(++count) })
}
