import { expect, test } from 'bun:test';
import { readPastedLinks, titleOf, toAddressKey, toSheet, typeOf } from './pasted-links.ts';

const read = (text: string) => readPastedLinks(text, new Map());
const brief = (text: string) =>
  read(text).map(({ title, url, module, topic }) => [title, url.replace('https://', ''), module, topic]);

test('a title and an address are found in lines of sheets, Markdown and chats', () => {
  const table: [string, string, string][] = [
    ['Joins, https://a.org/x', 'Joins', 'https://a.org/x'],
    ['Joins\tVIDEO\thttps://a.org/x\t12', 'Joins', 'https://a.org/x'],
    ['"Joins, in short","https://a.org/x"', 'Joins, in short', 'https://a.org/x'],
    ['- [Joins](https://a.org/x)', 'Joins', 'https://a.org/x'],
    ['1. Joins: <https://a.org/x>', 'Joins', 'https://a.org/x'],
    ['* [ ] **Joins** — https://a.org/x.', 'Joins', 'https://a.org/x'],
    ['https://a.org/x - Joins', 'Joins', 'https://a.org/x'],
    ['[10:33, 5/6/2025] Asha: Joins https://a.org/x', 'Joins', 'https://a.org/x'],
    ['12/05/25, 10:33 pm - Asha K: Joins https://a.org/x', 'Joins', 'https://a.org/x'],
    ['ਜੋੜ, www.a.org/x', 'ਜੋੜ', 'https://www.a.org/x'],
    ['a.org/intro-to-sql.html', 'Intro to sql', 'https://a.org/intro-to-sql.html'],
    ['https://a.org/x?q=1&b=(2', 'a.org', 'https://a.org/x?q=1&b=(2'],
  ];
  for (const [line, title, url] of table) {
    expect([line, ...read(line).map((link) => [link.title, link.url, link.problem])]).toEqual([
      line,
      [title, url, null],
    ]);
  }
});

test('headings and lines without an address are modules and topics', () => {
  expect(
    brief('Above, https://a.org/0\n# One\nhttps://a.org/with-no-topic\n## First\nA, https://a.org/1'),
  ).toEqual([
    ['Above', 'a.org/0', null, null],
    ['With no topic', 'a.org/with-no-topic', 'One', 'One'],
    ['A', 'a.org/1', 'One', 'First'],
  ]);
  expect(
    brief('Basics\n\nMoney:\nA, https://a.org/1\nBanks\nB, https://a.org/2\n3\n4\nC, https://a.org/3'),
  ).toEqual([
    ['A', 'a.org/1', 'Basics', 'Money'],
    ['B', 'a.org/2', 'Basics', 'Banks'],
    ['C', 'a.org/3', 'Module 3', 'Topic 4'],
  ]);
  expect(brief('## Only a topic\nA, https://a.org/1')).toEqual([['A', 'a.org/1', null, 'Only a topic']]);
  expect(read('\n \n')).toEqual([]);
});

test('duplicates and broken addresses are named', () => {
  const known = new Map([[toAddressKey('https://a.org/here'), '“Here”']]);
  const text = 'https://a.org/one\nhttp://www.a.org/one/\nhttps://a.org/here#part\nhtp://a.org/x\nhttps://';
  expect(readPastedLinks(text, known).map(({ problem }) => problem)).toEqual([
    null,
    'Same address as line 1',
    'Same address as “Here”',
    'Not a complete web address',
    'Not a complete web address',
  ]);
});

test('the type and a title come from the address', () => {
  const table: Record<string, [string, string]> = {
    'https://www.youtube.com/watch?v=abc': ['VIDEO', 'youtube.com'],
    'https://youtu.be/dQw4w9WgXcQ': ['VIDEO', 'youtu.be'],
    'https://a.org/talk.mp4': ['VIDEO', 'Talk'],
    'https://medium.com/@a/why-we-sort-1f2': ['BLOG', 'Why we sort 1f2'],
    'https://a.org/blog/a-first-look': ['BLOG', 'A first look'],
    'https://en.wikipedia.org/wiki/Gradient_descent': ['ARTICLE', 'Gradient descent'],
    'https://a.org/%E0%A4%A': ['EXTERNAL_LINK', 'a.org'],
    'https://a.org': ['EXTERNAL_LINK', 'a.org'],
    nothing: ['EXTERNAL_LINK', 'nothing'],
  };
  for (const [url, expected] of Object.entries(table)) {
    expect([url, typeOf(url), titleOf(url)]).toEqual([url, ...expected]);
  }
});

test('the sheet names new places, and existing ones by ID; formulas stay text', () => {
  const links = read('Above, https://a.org/0\n## New\n=1+1, https://a.org/1\n# M\n## T\nB, https://a.org/2');
  expect(toSheet(links, { id: 's', weekId: 'w' }).split('\r\n').slice(1)).toEqual([
    ',,,s,Above,EXTERNAL_LINK,https://a.org/0',
    ',w,New,,"\'=1+1",EXTERNAL_LINK,https://a.org/1',
    'M,,T,,B,EXTERNAL_LINK,https://a.org/2',
    '',
  ]);
  expect(toSheet(links, undefined).split('\r\n')[1]).toBe(
    'Module 1,,Topic 1,,Above,EXTERNAL_LINK,https://a.org/0',
  );
});
