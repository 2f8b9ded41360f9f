import { expect, test } from 'bun:test';
import site from '#content/site.json';
import { COPIED, COPY_FAILED, copyText, SHARE_POPUP, toShareAddress, toShareText } from './share.ts';

const product = { handle: '@league', hashtag: '#League' };

test('SHARE-05 the share text names resource, league, handle and hashtags', () => {
  expect(toShareText('Linear "algebra"', 'ML', product)).toBe(
    'Just completed "Linear "algebra"" in ML @league #Learning #Progress #League',
  );
  expect(toShareText('A', 'ML', site)).toContain(`${site.handle} #Learning #Progress #${site.name}`);
});

test('SHARE-04 X, LinkedIn, WhatsApp and Facebook have a dialog, words and link encoded', () => {
  const text = 'Done: A & B #1';
  const page = 'https://league.example/';
  const x = new URL(toShareAddress('x', text, page));
  expect([x.hostname, x.searchParams.get('text'), x.searchParams.get('url')]).toEqual(['x.com', text, page]);
  const whatsapp = new URL(toShareAddress('whatsapp', text, page));
  expect([whatsapp.hostname, whatsapp.searchParams.get('text')]).toEqual(['wa.me', `${text} ${page}`]);
  const linkedin = new URL(toShareAddress('linkedin', text, page));
  expect([linkedin.searchParams.get('url'), linkedin.searchParams.get('summary')]).toEqual([page, text]);
  const facebook = new URL(toShareAddress('facebook', text, page));
  expect([facebook.searchParams.get('u'), facebook.searchParams.get('quote')]).toEqual([page, text]);
});

test('SHARE-02 CONST-14 the share window is 550x420', () => {
  expect(SHARE_POPUP).toBe('popup,width=550,height=420');
});

test('SHARE-08 copying says whether the browser took the words', async () => {
  const taken: string[] = [];
  const clipboard = { writeText: async (text: string) => void taken.push(text) };
  expect(await copyText('words', clipboard)).toBe(true);
  expect(taken).toEqual(['words']);
  const refusing = { writeText: () => Promise.reject(new Error('denied')) };
  expect(await copyText('words', refusing)).toBe(false);
  expect(await copyText('words', undefined)).toBe(false);
  expect([COPIED, COPY_FAILED]).toEqual(['Copied to clipboard!', 'Failed to copy to clipboard']);
});
