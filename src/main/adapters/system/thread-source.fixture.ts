/**
 * Returns the URL that starts a thread from its TypeScript source. A thread uses Node's compile cache only if it asks for it; without
 * the cache, each thread spends 70 ms of processor time on loading the compiler that removes the types.
 */
export function threadSource(path: string, from: string): URL {
  return threadOf(`
    import { enableCompileCache } from 'node:module'
    enableCompileCache()
    await import(${JSON.stringify(new URL(path, from).href)})
  `)
}

/** Returns the URL that starts a thread with this code. */
export function threadOf(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}
