import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * The kind of a network address. `private`: this machine or a network around it, which the user can allow. `never`:
 * addresses without web pages, or that reveal the keys of a cloud machine.
 */
export type AddressKind = 'public' | 'private' | 'never'

/** Classifies an address of either family in the system's notation. An invalid one is `never`. */
export function kindOfAddress(address: string): AddressKind {
  if (isIPv4(address)) return kindOfV4(address)
  if (!isIPv6(address)) return 'never'
  const groups = groupsOf(address)
  const inner = innerV4(groups)
  if (inner !== null) return kindOfV4(inner)
  if (NEVER.check(address, 'ipv6')) return 'never'
  if (PRIVATE.check(address, 'ipv6')) return 'private'
  // All globally assigned addresses are in 2000::/3.
  return ((groups[0] ?? 0) & 0xe000) === 0x2000 ? 'public' : 'never'
}

/**
 * Classifies the host of a URL as normalised by `URL`: other notations of an address (decimal, octal, hexadecimal) are
 * already converted.
 */
export function kindOfHost(hostname: string): AddressKind {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(bare) !== 0) return kindOfAddress(bare)
  if (METADATA_NAMES.has(bare)) return 'never'
  return PRIVATE_NAME.test(bare) || !bare.includes('.') ? 'private' : 'public'
}

const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog'])
const PRIVATE_NAME = /(^|\.)localhost$|\.(local|lan|internal|intranet|home\.arpa|corp|home)$/

function kindOfV4(address: string): AddressKind {
  if (NEVER.check(address)) return 'never'
  return PRIVATE.check(address) ? 'private' : 'public'
}

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(net, bits)
}
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

const NEVER = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Metadata of Alibaba's and Azure's machines, outside the link-local block.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
] as const) {
  NEVER.addSubnet(net, bits)
}
for (const [net, bits] of [
  // Teredo and other special uses, documentation, and Amazon's metadata.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['fd00:ec2::', 32],
] as const) {
  NEVER.addSubnet(net, bits, 'ipv6')
}

/** The IPv4 address inside an IPv6 address: mapped, compatible, NAT64 or 6to4. */
function innerV4(groups: readonly number[]): string | null {
  const starts = (...head: readonly number[]): boolean =>
    head.every((group, index) => groups[index] === group)
  const isOwn = starts(0, 0, 0, 0, 0, 0, 0) && (groups[7] ?? 0) <= 1
  const isInside =
    starts(0, 0, 0, 0, 0, 0xffff) ||
    starts(0, 0, 0, 0, 0xffff, 0) ||
    starts(0, 0, 0, 0, 0, 0) ||
    starts(0x64, 0xff9b, 0, 0, 0, 0)
  if (isInside && !isOwn) return dotted(groups[6] ?? 0, groups[7] ?? 0)
  return starts(0x2002) ? dotted(groups[1] ?? 0, groups[2] ?? 0) : null
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const bare = address.split('%', 1)[0] ?? ''
  const plain = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? ''
  const [head = '', tail] = plain.split('::')
  const [first, last] = [hexadecimal(head), hexadecimal(tail ?? '')]
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: gap }, () => 0), ...last]
}

function hexadecimal(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}
