import { URL_MAX_LENGTH } from './constants.ts';

// No zod here, so that pages can use these rules alone.

/** Counts code points, not UTF-16 units (docs/security.md P29). */
export function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}

// Control characters except line feed and tab.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

const withoutControls = (value: string) => value.replace(/\r\n?/g, '\n').replace(CONTROL, '').toWellFormed();

// Invisible characters and those that change text direction; joiners, marks and emoji tags stay.
const UNSEEN = /(?!\u200C|\u200D|\p{M}|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

// Joiners are valid between letters, after a vowel sign and between emoji; elsewhere they are removed.
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)|(?<!\p{M})(?:\u200C|\u200D)(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

const withoutUnseen = (value: string) => value.replace(UNSEEN, '').replace(STRAY_JOINER, '');

// A visible character: not a space, a lone mark or the blank Braille pattern.
const SEEN = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Cleans single-line text: removes control and invisible characters, joins white space. Returns '' when nothing visible
 * remains.
 */
export function cleanText(value: string): string {
  const text = withoutUnseen(withoutControls(value)).replace(/\s+/g, ' ').trim();
  return SEEN.test(text) ? text : '';
}

/** Trims and removes invisible characters. */
export function cleanUrl(value: string): string {
  return withoutUnseen(value).trim();
}

/** Returns '' for a name without letters. */
export function cleanPrintedName(value: string): string {
  const name = cleanText(value);
  return /\p{L}/u.test(name) ? name : '';
}

/** Cleans text of several lines. The first line keeps its indentation, because it may be Markdown code. */
export function cleanProse(value: string): string {
  const words = withoutControls(value).trimEnd();
  return words.includes('\n') ? words.replace(/^(?:[^\S\n]*\n)+/, '') : words.trimStart();
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

// Names only: PostgreSQL reads the sign of an offset such as +05:30 the other way round.
export function isTimeZone(zone: string): boolean {
  if (/^[+-]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export function toTooLong(field: string, max: number): string {
  return `${field} must be ${max} characters or less`;
}

const HOST_FIRST = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

/** Adds https:// to 'example.org/page'. */
export function toWebAddress(typed: string): string {
  const text = typed.trim();
  return HOST_FIRST.test(text) ? `https://${text}` : text;
}

/** True for an absolute http(s) address without credentials, within the length limit (docs/security.md P28). */
export function isHttpUrl(value: string): boolean {
  if (value.length > URL_MAX_LENGTH || !/^https?:\/\/[^\\\s]+$/i.test(value) || !URL.canParse(value))
    return false;
  const url = new URL(value);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    // Catches 'https://https://…', pasted behind an existing scheme.
    !/^https?$/.test(url.hostname)
  );
}
