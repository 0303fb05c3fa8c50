/** The sandbox of a conversation's commands, and its limits, in a word and in sentences. */
export interface SandboxBadge {
  readonly label: string
  readonly text: string
}

/** `sandboxMissing`: the reason why there is none here; null: commands run in one. */
export function badgeOfSandbox(
  sandboxMissing: string | null,
  network: boolean,
): SandboxBadge | null {
  if (sandboxMissing !== null) {
    const meaning = 'The agent’s commands can reach everything your account can.'
    return { label: 'Not sandboxed', text: `${meaning} ${sandboxMissing}` }
  }
  if (network) return null
  const text = 'Commands in this conversation have no network. Turn it on in the menu on the right.'
  return { label: 'Network off', text }
}

export function sentenceOfSandbox(sandboxMissing: string | null, network: boolean): string {
  if (sandboxMissing !== null) return 'Commands run without a sandbox on this computer.'
  const reach = network ? 'and reach the network' : 'and have no network'
  return `Commands run in a sandbox: they can only write in this folder, can’t see your keys, ${reach}. The agent asks each time before it runs one outside the sandbox.`
}
