import { product } from '../../process/product.ts';
import type { MailKind } from '../kinds.ts';

export interface MailContent {
  subject: string;
  preview: string;
  name: string;
  title: string;
  code?: string;
  prize?: { name: string; from: string };
  paragraphs: string[];
  quote?: { from: string; text: string; isMarkdown?: true };
  /** `path` starts with '/', on our own site. */
  action?: { label: string; path: string };
  /** Defaults to ACCOUNT_REASON. */
  reason?: string;
  /** An iCalendar file beside the text. */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; content: string } | null;
  /** Token of api/community/news/unsubscribe.ts, for mail that readers may stop. */
  unsubscribe?: string;
}

/** The facts of a message come from the feature where it happens. */
export type MessageMakers = Partial<Record<MailKind, (facts: never) => MailContent>>;

export const ACCOUNT_REASON = `You get this message because you have an account at ${product.name}.`;
export const NEVER_ASKED = 'We never ask for this code by phone, chat or mail.';

const NAME_SHOWN_MAX = 60;
// Anyone may sign up with any name, and mail programs turn addresses and numbers into links. Includes the full stops of
// Chinese and Japanese.
const LINK_LIKE =
  /[@/\\<>]|[\p{L}\p{M}\p{N}_]{2,}[.。．｡][\p{L}\p{M}]{2,}|[\p{L}\p{M}\p{N}_][.。．｡][\p{L}\p{M}]{2,3}(?![\p{L}\p{M}\p{N}])|\d{4,}|www\b/iu;
// Invisible joiners could hide an address from LINK_LIKE.
const JOINERS = /[\u200c\u200d]/gu;

/** Leaves out a name that is empty, too long, or looks like a link or a code. */
export function toGreeting(name: string): string {
  const plain = toPlainName(name);
  return plain === null ? 'Hello,' : `Hello ${plain},`;
}

export function toPlainName(name: string): string | null {
  const plain = toLine(name);
  const isPlain =
    plain !== '' && plain.length <= NAME_SHOWN_MAX && !LINK_LIKE.test(plain.replace(JOINERS, ''));
  return isPlain ? plain : null;
}

/** Removes control characters and invisible marks such as those for text direction. */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
