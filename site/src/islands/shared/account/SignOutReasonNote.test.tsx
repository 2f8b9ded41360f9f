import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SignOutReason } from '../http/session-end.ts';
import { SignOutReasonNote } from './SignOutReasonNote.tsx';

const textOf = (reason: SignOutReason) =>
  renderToStaticMarkup(<SignOutReasonNote reason={reason} mailbox="team@league.test" />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('P59 a deletion that is held is not told like one that is done, nor like a suspension', () => {
  expect(textOf('deleted')).toStartWith('You deleted your account');
  expect(textOf('closed')).toMatch(
    /^Your account is closed It is erased after 7 days\. Until then .*: team@league\.test$/,
  );
  expect(textOf('suspended')).toMatch(/^This account is suspended Our team .*team@league\.test$/);
  expect(textOf('ended')).toStartWith('You were signed out');
});
