const HOST = /^(?:(?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * A host name, an IPv4 address or an IPv6 address in brackets, with an optional port; anything else would move where
 * the path begins. HTTP/1.0 may omit the header.
 */
export function isHostValid(request: Request): boolean {
  const host = request.headers.get('host');
  return host === null || (HOST.test(host) && URL.canParse(`http://${host}`));
}
