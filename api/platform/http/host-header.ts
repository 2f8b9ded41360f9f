const HOST = /^(?:(?:[\w-]+\.)*[\w-]+\.?|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Other values would change where the path begins. HTTP/1.0 may omit the header. */
export function isHostValid(request: Request): boolean {
  const host = request.headers.get('host');
  return host === null || (HOST.test(host) && URL.canParse(`http://${host}`));
}
