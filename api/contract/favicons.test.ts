import { expect, test } from 'bun:test';
import { toIconHost } from './favicons.ts';

test('FAVICON-03 an icon belongs to the domain of an address', () => {
  expect(toIconHost('https://www.YouTube.com/watch?v=1')).toBe('www.youtube.com');
  expect(toIconHost('http://user:secret@docs.python.org:80/3/#top')).toBe('docs.python.org');
  expect(toIconHost('https://bücher.de/')).toBe('xn--bcher-kva.de');
});

test('P30 an address that is not a site on the internet has none', () => {
  const others = [
    'no address',
    'ftp://ftp.gnu.org/',
    'javascript:alert(1)',
    'https://localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://site.org:8443/',
    'https://site.org./',
    'https://-site.org/',
    `https://${'a'.repeat(64)}.org/`,
    `https://${'a.'.repeat(130)}org/`,
  ];
  expect(others.filter((address) => toIconHost(address) !== null)).toEqual([]);
});
