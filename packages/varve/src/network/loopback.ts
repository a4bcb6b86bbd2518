const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/i

/** Whether only this machine can reach an address, or is called by a name. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(bracketed(host))
}

/** The name, or address, of a URL in small letters; empty where it is none. */
export function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** An address as it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
