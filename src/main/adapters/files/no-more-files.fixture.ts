import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import * as z from '../../../shared/schema.ts'
import { readInstructions } from './instruction-imports.ts'

/** A separate process with few files, all of them open. Prints whether the instructions are whole, before and during that. */
const Order = z.object({ home: z.string(), dataFolder: z.string(), folder: z.string() })

const { folder, ...options } = Order.parse(JSON.parse(readFileSync(0, 'utf8')))
const port = readInstructions(options)
const before = port.read(folder).isWhole
const files: number[] = []
try {
  for (;;) files.push(openSync(folder, 'r'))
} catch {
  // There are no more.
}
const during = port.read(folder).isWhole
for (const file of files) closeSync(file)
writeSync(1, JSON.stringify([before, during]))
