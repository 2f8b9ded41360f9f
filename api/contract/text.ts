/** Rules of text that need no schema, so that a page can use them alone. */

/** The number of characters as a person counts them: code points, not UTF-16 units (security P29). */
export function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}

/** True for an absolute http or https address without credentials, at most 2048 characters (security P28). */
export function isHttpUrl(value: string): boolean {
  if (value.length > 2048 || !/^https?:\/\/[^\\\s]+$/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== ''
  );
}
