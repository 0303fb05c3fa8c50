import Database from 'better-sqlite3'

/** Opens a database and calls `onStatement` before each statement, counted from 1. If it throws, so does the statement. */
export function openCounted(file: string, onStatement: (count: number) => void): Database.Database {
  let count = 0
  return new Database(file, { verbose: () => onStatement(++count) })
}
