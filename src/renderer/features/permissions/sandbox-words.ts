/** What keeps the commands of a conversation, and what does not, in a word and in sentences. */
export interface SandboxBadge {
  readonly label: string
  readonly text: string
}

/** `sandboxMissing`: why there is none here; null: commands run in one. */
export function badgeOfSandbox(
  sandboxMissing: string | null,
  network: boolean,
): SandboxBadge | null {
  if (sandboxMissing !== null) {
    const meaning = 'Commands of the agent can reach all that your account can.'
    return { label: 'Not sandboxed', text: `${meaning} ${sandboxMissing}` }
  }
  if (network) return null
  const text =
    'Commands of this conversation reach no network. The menu at the right switches it on.'
  return { label: 'Network off', text }
}

export function sentenceOfSandbox(sandboxMissing: string | null, network: boolean): string {
  if (sandboxMissing !== null) return 'Commands run without a sandbox on this computer.'
  const reach = network ? 'and reach the network' : 'and reach no network'
  return `Commands run in a sandbox: they write in this folder alone, do not see your keys, ${reach}. The agent asks each time before one runs outside of it.`
}
