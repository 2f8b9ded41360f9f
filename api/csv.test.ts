import { expect, test } from 'bun:test';
import { toCsvLine } from './csv.ts';

test('P32 what a spreadsheet would run is text; quotes, commas and line ends stay inside their cell', () => {
  expect(toCsvLine(['plain', 7, -3, null, undefined, true])).toBe('plain,7,-3,,,true\r\n');
  expect(toCsvLine(['a "b", c', 'two\r\nlines'])).toBe('"a ""b"", c","two\r\nlines"\r\n');
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n']) {
    const cell = toCsvLine([`${start}HYPERLINK("http://x")`]).trimEnd();
    expect(cell).toBe(`"'${start}HYPERLINK(""http://x"")"`);
  }
  expect(toCsvLine(['-1'])).toBe('"\'-1"\r\n');
  expect(toCsvLine([' padded ', 'ਹਰਪ੍ਰੀਤ'])).toBe('" padded ",ਹਰਪ੍ਰੀਤ\r\n');
});

test('P32 nothing runs either where a semicolon or a tab parts the cells', () => {
  expect(toCsvLine(['Ada;=1+1'])).toBe("Ada;'=1+1\r\n");
  expect(toCsvLine(['a; @SUM(1);-2'])).toBe("a;' @SUM(1);'-2\r\n");
  expect(toCsvLine(['two\n=lines', 'a\t+b'])).toBe('"two\n\'=lines","a\t\'+b"\r\n');
  expect(toCsvLine(['a; b = c'])).toBe('a; b = c\r\n');
});
