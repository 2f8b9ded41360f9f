import { product } from '../../process/product.ts';

/** What one message says; `renderMail` gives it its two forms. Nothing here is HTML. */
export interface MailContent {
  subject: string;
  /** The line a mailbox shows beside the subject. */
  preview: string;
  /** Whom the message is for, as they wrote their name. */
  name: string;
  title: string;
  /** Shown large, on its own; a six-digit code. */
  code?: string;
  /** Something earned, shown as a ticket. */
  prize?: { name: string; from: string };
  paragraphs: string[];
  /** Words of another person; Markdown is drawn in both forms. */
  quote?: { from: string; text: string; isMarkdown?: true };
  /** The one thing to do next, on our own site: a path that starts with '/'. */
  action?: { label: string; path: string };
  /** Why this person gets it; the last line. */
  reason: string;
}

export const ACCOUNT_REASON = `You get this message because you have an account at ${product.name}.`;
export const NEVER_ASKED = 'We never ask for this code by phone, chat or mail.';

const NAME_SHOWN_MAX = 60;
/**
 * Signs of an address or a number in any script: mail programs turn these into links, and anybody may sign up with any
 * name. Some of them take the full stops of Chinese and Japanese for dots.
 */
const LINK_LIKE =
  /[@/\\<>]|[\p{L}\p{M}\p{N}_]{2,}[.。．｡][\p{L}\p{M}]{2,}|[\p{L}\p{M}\p{N}_][.。．｡][\p{L}\p{M}]{2,3}(?![\p{L}\p{M}\p{N}])|\d{4,}|www\b/iu;
/** They join letters of some scripts, show as nothing, and would part an address before it is seen. */
const JOINERS = /[\u200c\u200d]/gu;

/** 'Hello Asha,', or 'Hello,' for a name that could pass for something else. */
export function toGreeting(name: string): string {
  const plain = toPlainName(name);
  return plain === null ? 'Hello,' : `Hello ${plain},`;
}

/** A name that somebody chose, on one line; null for one that could pass for a link, a code or a text of its own. */
export function toPlainName(name: string): string | null {
  const plain = toLine(name);
  const isPlain =
    plain !== '' && plain.length <= NAME_SHOWN_MAX && !LINK_LIKE.test(plain.replace(JOINERS, ''));
  return isPlain ? plain : null;
}

/** Text on one line, without control signs and invisible marks, such as those that turn the reading direction around. */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
