import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

/** The inside of a utility process (utility-double.fixture.ts): gives the entry its port, and ends with the app. */
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => process.send?.(message),
})
Object.assign(process, { parentPort })
process.on('message', (data) => parentPort.emit('message', { data }))
process.on('disconnect', () => process.exit())
await import(pathToFileURL(process.argv[2] ?? '').href)
