import type { InstructionsFault, InstructionsName } from '../../../shared/conversation/turn.ts'
import type { FoundInstructions, InstructionsPort, ReadInstructions } from '../ports/file-ports.ts'

/** Folders' instructions in memory. */
export class WrittenInstructions implements InstructionsPort {
  found: FoundInstructions | null = null
  fault: InstructionsFault | null = null
  isWhole = true
  reads = 0

  write(text: string, name: InstructionsName = 'AGENTS.md'): void {
    this.found = { name, text: Buffer.from(text), isCut: false }
  }

  read(): ReadInstructions {
    this.reads += 1
    return {
      files: this.found === null ? [] : [this.found],
      fault: this.fault,
      isWhole: this.isWhole,
    }
  }
}
