/** Whether a host belongs to this machine or a private network, by its name or its literal address. */

/** Names that no public server has, and names without a dot, which only a local network resolves. */
const PRIVATE_NAME =
  /^[^.]*$|\.(arpa|consul|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|svc|test)$/

/**
 * IPv4: this network, private, shared (carrier-grade NAT), loopback, link-local (also of metadata services), protocol
 * assignments, documentation, 6to4 relays, benchmarks, multicast and reserved, and the wire server of Azure.
 */
const PRIVATE_IPV4 =
  /^(0|10|127|22[4-9]|2[34]\d|25[0-5]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0|0\.2|88\.99)|198\.(1[89]|51\.100)|203\.0\.113|168\.63\.129\.16)(\.|$)/

/**
 * IPv6: all but global unicast (2000::/3), of that all with an IPv4 address inside (Teredo and 6to4) and documentation.
 * So this includes loopback, link-local, unique local, NAT64 and addresses that map IPv4.
 */
const PUBLIC_IPV6 = /^\[(?!2001:(db8|1?[\da-f]{1,2}):|2001::|2002:|3fff:)[23][\da-f]{3}:/

/** The host name must come from a parsed URL, which has brought every literal form of an address into one. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  if (name.startsWith('[')) return !PUBLIC_IPV6.test(name)
  return /^[\d.]+$/.test(name) ? PRIVATE_IPV4.test(name) : PRIVATE_NAME.test(name)
}
