import { join } from 'node:path'
import { loadProgram } from './load/load-program.ts'

/** The browser host's entry: `node out/main/serve-browser.js [FOLDER] [--port N] [--data DIR] [--no-open]`. */
loadProgram({ file: join(import.meta.dirname, 'serve-browser-program.js'), kind: 'host' })
