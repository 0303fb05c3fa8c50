/** Agents defined by people: sub-agents begin with their text. */
export interface AgentPort {
  /**
   * Returns its text as of the last check of the folder, in the same tick. Null if there is no agent of this name, or
   * it is not allowed.
   */
  wordsOf(folder: string, name: string): string | null
}
