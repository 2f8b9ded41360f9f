import type { MailKind } from '../kinds.ts';
import { ACCOUNT_MESSAGES } from './account.ts';
import { ADDRESS_MESSAGES } from './address.ts';
import type { MailContent, MessageMakers } from './content.ts';
import { EVENT_MESSAGES } from './event.ts';
import { LEARNING_MESSAGES } from './learning.ts';
import { NEWS_MESSAGES } from './news.ts';
import { SESSION_MESSAGES } from './session.ts';
import { SIGN_IN_MESSAGES } from './sign-in.ts';

const MESSAGES = {
  ...ACCOUNT_MESSAGES,
  ...ADDRESS_MESSAGES,
  ...EVENT_MESSAGES,
  ...SESSION_MESSAGES,
  ...LEARNING_MESSAGES,
  ...NEWS_MESSAGES,
  ...SIGN_IN_MESSAGES,
} satisfies Required<MessageMakers>;

export type FactsOf<Kind extends MailKind> = Parameters<(typeof MESSAGES)[Kind]>[0];

export function toMessage<Kind extends MailKind>(kind: Kind, facts: FactsOf<Kind>): MailContent {
  return (MESSAGES[kind] as (facts: FactsOf<Kind>) => MailContent)(facts);
}
