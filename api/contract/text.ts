import { URL_MAX_LENGTH } from './constants.ts';

// Rules of text that need no schema, so that a page can use them alone.

/** The number of characters as a person counts them: code points, not UTF-16 units (docs/security.md P29). */
export function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}

/** Signs that never reach storage: control characters other than line feed and tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

const withoutControls = (value: string) => value.replace(/\r\n?/g, '\n').replace(CONTROL, '').toWellFormed();

/** A name or another short text as it is stored: as typed, without control characters and white space around it. */
export function cleanText(value: string): string {
  return withoutControls(value)
    .replace(/[\u2028\u2029]/g, '')
    .trim();
}

/** Signs that show as nothing or turn the order of others round; U+200C and U+200D stay, some scripts need them. */
const UNPRINTED = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A name as it can be printed on a certificate: one line, read as it is written. Empty where no letter is in it. */
export function cleanPrintedName(value: string): string {
  const name = cleanText(value.replace(UNPRINTED, '').replace(/\s+/g, ' '));
  return /\p{L}/u.test(name) ? name : '';
}

/**
 * Words of several lines as they are stored: the same, and the first line keeps its indentation, because code may stand
 * there.
 */
export function cleanProse(value: string): string {
  const words = withoutControls(value).trimEnd();
  return words.includes('\n') ? words.replace(/^(?:[^\S\n]*\n)+/, '') : words.trimStart();
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** True for what may be an id of the database. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** 'Name must be 120 characters or less'. */
export function toTooLong(field: string, max: number): string {
  return `${field} must be ${max} characters or less`;
}

/** True for an absolute http or https address without credentials, not too long (docs/security.md P28). */
export function isHttpUrl(value: string): boolean {
  if (value.length > URL_MAX_LENGTH || !/^https?:\/\/[^\\\s]+$/i.test(value) || !URL.canParse(value))
    return false;
  const url = new URL(value);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== ''
  );
}
