import { describe, expect, test } from 'bun:test';
import { ROLES } from '#contract/roles.ts';
import { product } from '../../process/product.ts';
import { MAIL_KINDS } from '../kinds.ts';
import { toMaskedEmail } from './address.ts';
import { ACCOUNT_REASON, type MailContent, toGreeting } from './content.ts';
import { renderMail } from './layout.ts';
import { toMessage } from './messages.ts';
import { SAMPLES } from './samples.ts';

const ORIGIN = 'https://league.example.org';
const EVIL = `<img src=x onerror=alert(1)>"'&\r\nBcc: x@example.test\r\n\r\n<b>`;

const DIGEST = { name: EVIL, lines: [EVIL, EVIL], more: 1, isWeekly: true, unsubscribe: EVIL };

describe.each(MAIL_KINDS.map((kind) => [kind, SAMPLES[kind]] as const))('%s', (_kind, words) => {
  const { subject, text, html } = renderMail(words, ORIGIN);

  test('says the same in plain text and in HTML, and names the product', () => {
    for (const part of [
      ...words.paragraphs,
      ...(words.code ? [words.code] : []),
      words.reason ?? ACCOUNT_REASON,
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part.replaceAll("'", '&#x27;'));
    }
    expect(`${subject}${text}`).toContain(product.name);
    expect(text).toContain(`The ${product.name} team`);
  });

  test('links to nothing but our own site, and loads nothing from anywhere', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link === ORIGIN || link.startsWith(`${ORIGIN}/`)).toBe(true);
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|object|svg|table|form|base)\b|\bsrc=|url\(|@import|@font-face/i,
    );
    for (const [address] of text.matchAll(/https?:\/\/\S+/g)) expect(address).toStartWith(ORIGIN);
    if (words.action) expect(text).toContain(`${ORIGIN}${words.action.path}`);
    const stop = `${ORIGIN}/unsubscribe#${words.unsubscribe}`;
    expect([text.includes(stop), links.includes(stop)]).toEqual(
      Array(2).fill(words.unsubscribe !== undefined),
    );
  });

  test('follows the colour scheme of its reader, and fits a narrow screen', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('width=device-width');
    // A long word or address breaks, and does not push the page wider than the screen.
    expect(html).toMatch(/<body [^>]*overflow-wrap:anywhere/);
    expect(html).toStartWith('<!doctype html>\n<html lang="en"');
  });

  test('is short and plain', () => {
    expect(subject.length).toBeLessThanOrEqual(78);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(words.paragraphs.join(' ').split(/\s+/).length).toBeLessThan(75);
    expect(text).not.toMatch(/undefined|null|\[object|—/);
    expect(`${subject}${text}`, 'written as the screens write it').not.toMatch(/e-mail/i);
  });
});

test('the first six digits of a message with a code are the code', () => {
  for (const [name, code] of [
    ['Asha', '042137'],
    ['123456 789012', '000001'],
  ] as const) {
    const { text, subject } = renderMail(toMessage('EMAIL_VERIFICATION', { name, code }), ORIGIN);
    expect([/\b\d{6}\b/.exec(text)?.[0], /\b\d{6}\b/.exec(subject)?.[0]]).toEqual([code, code]);
  }
});

const hostileAnnouncement = {
  ...{ name: EVIL, title: EVIL, body: EVIL, author: EVIL, cohort: null, unsubscribe: EVIL },
  league: { id: EVIL, name: EVIL },
};

test('H4 P44 what people typed can neither become HTML, nor a header, nor a link', () => {
  const messages = [
    renderMail(toMessage('EMAIL_VERIFICATION', { name: EVIL, code: '042137' }), ORIGIN),
    renderMail(toMessage('NEWS_DIGEST', DIGEST), ORIGIN),
    renderMail(
      toMessage('SUBMISSION_REVIEWED', {
        name: EVIL,
        assignment: EVIL,
        league: { id: EVIL, name: EVIL },
        status: 'APPROVED',
        feedback: EVIL,
        reviewer: EVIL,
        unsubscribe: EVIL,
      }),
      ORIGIN,
    ),
    renderMail(toMessage('ANNOUNCEMENT', hostileAnnouncement), ORIGIN),
  ];
  for (const { subject, html } of messages) {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<img|<b>/);
    for (const [link] of html.matchAll(/href="[^"]*"/g)) expect(link).toStartWith(`href="${ORIGIN}`);
  }
});

test('H4 no name or title begins a line of its own in plain text', () => {
  const messages = [
    toMessage('NEWS_DIGEST', DIGEST),
    ...(['APPROVED', 'NEEDS_REVISION'] as const).map((status) =>
      toMessage('SUBMISSION_REVIEWED', {
        ...{ name: EVIL, assignment: EVIL, status, feedback: EVIL, reviewer: EVIL, unsubscribe: EVIL },
        league: { id: 'l', name: EVIL },
      }),
    ),
  ];
  for (const message of messages) expect(renderMail(message, ORIGIN).text).not.toMatch(/^Bcc/m);
});

test('H4 P29 no part of a message becomes HTML, whichever part people typed', () => {
  const called = product.name;
  product.name = EVIL;
  const evil = (quote: MailContent['quote']): MailContent => ({
    ...{
      subject: EVIL,
      preview: EVIL,
      name: EVIL,
      title: EVIL,
      code: EVIL,
      prize: { name: EVIL, from: EVIL },
    },
    ...{ paragraphs: [EVIL], quote, action: { label: EVIL, path: `/${EVIL}` }, reason: EVIL },
    unsubscribe: EVIL,
  });
  const quotes: MailContent['quote'][] = [
    { from: EVIL, text: EVIL },
    { from: 'Dev', text: `\`${EVIL}\` and ${EVIL}`, isMarkdown: true },
    { from: 'Dev', text: `[here](https://a.example/"'&)`, isMarkdown: true },
    { from: 'Dev', text: `\`\`\`\n${EVIL}\n\`\`\``, isMarkdown: true },
  ];
  try {
    for (const quote of quotes) {
      const { html } = renderMail(evil(quote), ORIGIN);
      expect(html).not.toMatch(/<img|<b>|"'/);
      expect(html).toMatch(/<title>[^\r\n]*<\/title>/);
      expect(renderMail({ ...evil(quote), code: undefined }, ORIGIN).html).not.toMatch(/<img|<b>|"'/);
    }
  } finally {
    product.name = called;
  }
});

test('P28 what stands in a link of a message is one part of its path, whatever is in it', () => {
  const hostile = '../x?y#z&%';
  const reviewed = toMessage('SUBMISSION_REVIEWED', {
    ...{ name: 'Asha', assignment: 'Portfolio', status: 'APPROVED', feedback: null, reviewer: 'Dev' },
    unsubscribe: 'token',
    league: { id: hostile, name: 'Finance' },
  });
  expect(reviewed.action?.path).toStartWith(`/dashboard/league/${encodeURIComponent(hostile)}`);
  const reset = toMessage('PASSWORD_RESET', {
    name: 'Asha',
    code: '042137',
    email: 'a+b&c=d#e@example.org',
    token: 't',
  });
  const { hash } = new URL(reset.action?.path ?? '', ORIGIN);
  expect(new URLSearchParams(hash.slice(1)).get('email')).toBe('a+b&c=d#e@example.org');
});

test('H4 HTML greets as plain text does, with every sign of the name', () => {
  const greeted = (name: string) => renderMail({ ...SAMPLES.EMAIL_VERIFICATION, name }, ORIGIN).html;
  expect(greeted('Asha & "O\'Neill"')).toContain('>Hello Asha &amp; &quot;O&#x27;Neill&quot;,</p>');
  expect(greeted('X.com')).toContain('>Hello,</p>');
});

test('a subject is one line of signs that can be seen', () => {
  const subjectOf = (subject: string) =>
    renderMail({ ...SAMPLES.EMAIL_VERIFICATION, subject }, ORIGIN).subject;
  expect(subjectOf('one\r\nBcc: x\u0000\u2028two\u2029 \u00a0 three \u202efour')).toBe(
    'one Bcc: x two three four',
  );
});

test('P28 P29 feedback is drawn as Markdown in HTML and without its marks in plain text, signed by the reviewer; addresses are no links', () => {
  const review = (feedback: string) =>
    renderMail(
      toMessage('SUBMISSION_REVIEWED', {
        name: 'Asha',
        assignment: 'Portfolio',
        league: { id: 'l', name: 'Finance' },
        status: 'NEEDS_REVISION',
        feedback,
        reviewer: 'Dev Rao',
        unsubscribe: 'token',
      }),
      ORIGIN,
    );
  const typed =
    '**Nearly** there, see [the guide](https://evil.example/a):\n\n- name `x < y`\n- *explain*\n\n1. only\n\n> so\n\n<b>raw</b>';
  const { html, text } = review(typed);
  expect(text).toContain(
    'Dev Rao wrote:\n> Nearly there, see the guide (https://evil.example/a):\n> \n> • name x < y\n> • explain\n> \n> 1. only\n> \n> so\n> \n> <b>raw</b>\n',
  );
  expect(text).toContain('Dev Rao read your answer');
  const plain = html.replace(/ (?:style|class)="[^"]*"/g, '');
  expect(plain).toContain('<p>Dev Rao wrote</p>');
  expect(plain).toContain('<p><strong>Nearly</strong> there, see the guide (https://evil.example/a):</p>');
  expect(plain).toContain(
    '<ul><li><p>name <code>x &lt; y</code></p></li><li><p><em>explain</em></p></li></ul><p>1. only</p>',
  );
  expect(plain).toContain('<blockquote><p>so</p></blockquote><p>&lt;b&gt;raw&lt;/b&gt;</p>');
  for (const [link] of html.matchAll(/href="[^"]*"/g)) expect(link).toStartWith(`href="${ORIGIN}`);
  expect(review('one\ntwo & <three>').html).toContain('>one<br>two &amp; &lt;three&gt;</p>');
  const ended = toMessage('SESSIONS_ENDED', { name: 'Asha', by: 'Dev', reason: '**Left** open' });
  expect(renderMail(ended, ORIGIN).html).toContain('>**Left** open</p>');
  expect(review('>'.repeat(5000)).html).toContain('&gt;'.repeat(5000));
});

test.each([
  ['Asha Verma', 'Hello Asha Verma,'],
  ['ਹਰਪ੍ਰੀਤ ਕੌਰ', 'Hello ਹਰਪ੍ਰੀਤ ਕੌਰ,'],
  ["Seán O'Neill-Rao Jr.", "Hello Seán O'Neill-Rao Jr.,"],
  ['  Asha\n\tVerma ', 'Hello Asha Verma,'],
  ['A.P.J. S.Kumar', 'Hello A.P.J. S.Kumar,'],
  ['Asha   Verma', 'Hello Asha Verma,'],
  ['Asha\u2028Verma', 'Hello Asha Verma,'],
  ['<Asha>', 'Hello,'],
  ['win at evil.example', 'Hello,'],
  ['X.com', 'Hello,'],
  ['http://evil.example/win', 'Hello,'],
  ['www prizes', 'Hello,'],
  ['Call 987654321', 'Hello,'],
  ['me@evil.example', 'Hello,'],
  ['\u202egnihsihp', 'Hello gnihsihp,'],
  ['Приз на сайте пример.рф', 'Hello,'],
  ['जीतें भारत.भारत', 'Hello,'],
  ['win at evil。com', 'Hello,'],
  ['win at ev\u00adil\u00ad.com', 'Hello,'],
  ['win at evil\u200d.com', 'Hello,'],
  ['Анна-Мария П. Иванова', 'Hello Анна-Мария П. Иванова,'],
  ['डॉ. राम शर्मा', 'Hello डॉ. राम शर्मा,'],
  ['محمد رضا‌زاده', 'Hello محمد رضا‌زاده,'],
  ['x'.repeat(61), 'Hello,'],
  ['', 'Hello,'],
])('the name %j is greeted with %j', (name, greeting) => {
  expect(toGreeting(name)).toBe(greeting);
});

test('every role has words of its own, and only staff are sent to the admin area', () => {
  const messages = ROLES.map((role) => toMessage('ROLE_CHANGED', { name: 'Asha', role }));
  expect(new Set(messages.map(({ title }) => title)).size).toBe(ROLES.length);
  expect(messages.map(({ action }) => action?.path)).toEqual([
    '/dashboard',
    '/dashboard',
    '/admin',
    '/admin',
    '/admin',
    '/admin',
  ]);
});

test('an address is named only in part', () => {
  expect(toMaskedEmail('asha.verma@example.org')).toBe('a***@example.org');
});
