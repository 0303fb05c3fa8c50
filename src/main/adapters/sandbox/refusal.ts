import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/** The kernel's messages that a read-only or mounted place cannot be changed, as programs pass them on. */
const REFUSED_WRITE = /\bEROFS\b|read-only file ?system/i
/** On a line that names a git folder. */
const REFUSED_MOUNT = /device or resource busy|operation not permitted/i
/** Seatbelt has one message for everything. */
const REFUSED_ON_A_MAC = /operation not permitted|\bEPERM\b/i
/** The messages of programs without a network. */
const NO_NETWORK =
  /network is unreachable|\bENETUNREACH\b|could ?n[o']t resolve|temporary failure in name resolution|name or service not known|\bEAI_AGAIN\b|getaddrinfo/i

const READ_ONLY =
  'The sandbox refused it: this conversation is read-only, so nothing in the folder can be changed. The user can change that in the header.'
const OUTSIDE =
  'The sandbox refused it: only the folder, the temp folder ($TMPDIR) and the caches can be written, and not .git/hooks or .git/config. If it is necessary, call the tool again with outside_sandbox: true and say why in reason; the user is asked.'
const NETWORK_OFF =
  'The network is switched off in this conversation. The user can switch it on in the header; for one command, call the tool again with outside_sandbox: true and say why in reason.'

/**
 * The sentence for the model about what a failed command's output says about the sandbox; null if it says nothing. This is
 * only advice: what the sandbox allows does not depend on it, and output can say anything.
 */
export function refusalIn(
  printed: string,
  { folder, network }: SandboxPolicy,
  platform: NodeJS.Platform,
): string | null {
  const isMac = platform === 'darwin'
  if (
    REFUSED_WRITE.test(printed) ||
    refusesMount(printed) ||
    (isMac && REFUSED_ON_A_MAC.test(printed))
  ) {
    return folder === 'readOnly' ? READ_ONLY : OUTSIDE
  }
  return !network && NO_NETWORK.test(printed) ? NETWORK_OFF : null
}

function refusesMount(printed: string): boolean {
  return printed.split('\n').some((line) => /\.git\b/i.test(line) && REFUSED_MOUNT.test(line))
}
