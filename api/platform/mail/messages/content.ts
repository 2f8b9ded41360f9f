import { product } from '../../process/product.ts';

/** Content of one message without HTML; `renderMail` makes both forms. */
export interface MailContent {
  subject: string;
  /** Shown beside the subject in a mailbox. */
  preview: string;
  /** Name of the recipient as they wrote it. */
  name: string;
  title: string;
  /** A six-digit code, shown large. */
  code?: string;
  /** Something earned, shown as a ticket. */
  prize?: { name: string; from: string };
  paragraphs: string[];
  /** Words of another person; Markdown is drawn in both forms. */
  quote?: { from: string; text: string; isMarkdown?: true };
  /** The next step on our own site; the path starts with '/'. */
  action?: { label: string; path: string };
  /** Last line: why this person gets the message. */
  reason: string;
}

export const ACCOUNT_REASON = `You get this message because you have an account at ${product.name}.`;
export const NEVER_ASKED = 'We never ask for this code by phone, chat or mail.';

const NAME_SHOWN_MAX = 60;
/**
 * Signs of an address or a number in any script, which mail programs turn into links; anybody may sign up with any
 * name. Includes the full stops of Chinese and Japanese.
 */
const LINK_LIKE =
  /[@/\\<>]|[\p{L}\p{M}\p{N}_]{2,}[.。．｡][\p{L}\p{M}]{2,}|[\p{L}\p{M}\p{N}_][.。．｡][\p{L}\p{M}]{2,3}(?![\p{L}\p{M}\p{N}])|\d{4,}|www\b/iu;
/** Invisible joiners would split an address and hide it from LINK_LIKE. */
const JOINERS = /[\u200c\u200d]/gu;

/** 'Hello,' for a name that could pass for something else. */
export function toGreeting(name: string): string {
  const plain = toPlainName(name);
  return plain === null ? 'Hello,' : `Hello ${plain},`;
}

/** A chosen name on one line; null if it could pass for a link, a code or a text. */
export function toPlainName(name: string): string | null {
  const plain = toLine(name);
  const isPlain =
    plain !== '' && plain.length <= NAME_SHOWN_MAX && !LINK_LIKE.test(plain.replace(JOINERS, ''));
  return isPlain ? plain : null;
}

/** One line without control signs and invisible marks such as those for the reading direction. */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
