/** Agents that people have written: sub-agents begin with their words. */
export interface AgentPort {
  /** By the last look at the folder, in the same tick. Null: there is none of this name, or it is not allowed. */
  wordsOf(folder: string, name: string): string | null
}
