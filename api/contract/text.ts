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

/** Signs that show as nothing or turn the direction of a line; marks and the tags of emoji stay. */
const UNSEEN = /(?!\u200C|\u200D|\p{M}|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners with nothing to join: scripts need them between letters and behind a vowel sign, emoji between pictures. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)|(?<!\p{M})(?:\u200C|\u200D)(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

const withoutUnseen = (value: string) => value.replace(UNSEEN, '').replace(STRAY_JOINER, '');

/** A sign that a reader sees: no space, no mark alone, and not the empty pattern of Braille. */
const SEEN = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name or another short text as it is stored: one line without control and unseen characters. '' where nothing shows. */
export function cleanText(value: string): string {
  const text = withoutUnseen(withoutControls(value)).replace(/\s+/g, ' ').trim();
  return SEEN.test(text) ? text : '';
}

/** An address as it is stored: without white space around it and unseen characters in it. */
export function cleanUrl(value: string): string {
  return withoutUnseen(value).trim();
}

/** A name as it can be printed on a certificate. Empty where no letter is in it. */
export function cleanPrintedName(value: string): string {
  const name = cleanText(value);
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

const HOST_FIRST = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

/** A typed link, trimmed; 'example.org/page' gets https:// in front. */
export function toWebAddress(typed: string): string {
  const text = typed.trim();
  return HOST_FIRST.test(text) ? `https://${text}` : text;
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
    url.hostname !== '' &&
    // 'https://https://…' is an address pasted behind one that stood there.
    !/^https?$/.test(url.hostname)
  );
}
