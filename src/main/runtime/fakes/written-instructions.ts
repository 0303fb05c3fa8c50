import type { InstructionsName } from '../../../shared/turn.ts'
import type { FoundInstructions, InstructionsPort } from '../file-ports.ts'

/** What folders say, from memory. */
export class WrittenInstructions implements InstructionsPort {
  found: FoundInstructions | null = null
  reads = 0

  write(text: string, name: InstructionsName = 'AGENTS.md'): void {
    this.found = { name, text: Buffer.from(text), isCut: false }
  }

  read(): FoundInstructions | null {
    this.reads += 1
    return this.found
  }
}
