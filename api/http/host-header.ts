const HOST = /^(?:(?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * True for a host name, an IPv4 address or an IPv6 address in brackets, each with an optional port. Anything else would
 * shift where the path of the request's address begins. HTTP/1.0 may leave the header out.
 */
export function isHostValid(request: Request): boolean {
  const host = request.headers.get('host');
  return host === null || (HOST.test(host) && URL.canParse(`http://${host}`));
}
