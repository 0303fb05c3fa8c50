/** True for an address on this machine or its own network, where loading a model can take minutes. */
export function isLocalAddress(baseUrl: string): boolean {
  const host = HOST.exec(baseUrl.trim().toLowerCase())?.[1] ?? ''
  return LOCAL_NAME.test(host) || LOCAL_ADDRESS.test(host)
}

const HOST = /^https?:\/\/(\[[^\]]*\]|[^/:?#]*)/
const LOCAL_NAME = /(^|\.)localhost$|\.(local|lan|internal)$/
const LOCAL_ADDRESS =
  /^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^\[(::1|f[cd][\da-f:]+)\]$/
