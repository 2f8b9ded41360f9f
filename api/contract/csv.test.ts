import { expect, test } from 'bun:test';
import { toCsvLine, unguardText } from './csv.ts';

test('P32 what a spreadsheet would run is text; quotes, commas and line ends stay inside their cell', () => {
  expect(toCsvLine(['plain', 7, -3, null, undefined, true])).toBe('plain,7,-3,,,true\r\n');
  expect(toCsvLine(['a "b", c', 'two\r\nlines'])).toBe('"a ""b"", c","two\r\nlines"\r\n');
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n']) {
    const cell = toCsvLine([`${start}HYPERLINK("http://x")`]).trimEnd();
    expect(cell).toBe(`"'${start}HYPERLINK(""http://x"")"`);
  }
  expect(toCsvLine([' =1', "'＝1"])).toBe(`"' =1","''＝1"\r\n`);
  expect(toCsvLine(['-1'])).toBe('"\'-1"\r\n');
  expect(toCsvLine([' padded ', 'ਹਰਪ੍ਰੀਤ'])).toBe('" padded ",ਹਰਪ੍ਰੀਤ\r\n');
});

test('P32 nothing runs either where a semicolon or a tab parts the cells', () => {
  expect(toCsvLine(['Ada;=1+1'])).toBe("Ada;'=1+1\r\n");
  expect(toCsvLine(['a; @SUM(1);-2'])).toBe("a;' @SUM(1);'-2\r\n");
  expect(toCsvLine(['two\n=lines', 'a\t+b'])).toBe('"two\n\'=lines","a\t\'+b"\r\n');
  expect(toCsvLine(['a; b = c'])).toBe('a; b = c\r\n');
  // Such a program closes the first two quotes at once and runs what follows them, up to the next semicolon.
  expect(toCsvLine(['x;"=1+1;'])).toBe('"x;\'""=1+1;"\r\n');
  expect(toCsvLine(['x\n" \'"@SUM(1)'])).toBe('"x\n\'"" \'""@SUM(1)"\r\n');
  expect(toCsvLine(['a; "b" = c'])).toBe('"a; ""b"" = c"\r\n');
});

test('P32 what was written comes back as it was, apostrophes of its own included', () => {
  const starts = ['', "'", "''", ' ', "; '", '\t', "\n'", ';', "a;' ", '\r\n', 'a;"', `a;'"`, `a\n" "`];
  const ends = ['=1+1', '+1', '-1', '@SUM', "'x", 'plain', '＝1', '\0=', ''];
  for (const start of starts) {
    for (const end of ends) {
      const text = `${start}${end}`;
      const line = toCsvLine([text]).slice(0, -2);
      const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
      expect([text, unguardText(cell)]).toEqual([text, text]);
      expect(cell).not.toMatch(/^[=+\-@＝\t\r\n\0]|[;\t\r\n][\s"]*[=+\-@＝]/);
    }
  }
  for (const own of ["it's", "'quoted'", "a;'b", '5 - 3']) expect(unguardText(own)).toBe(own);
});

test('F12 P37 text of separators alone is written and read in no time', () => {
  // Read from each of its signs, one such text takes longer than a test may.
  for (const part of ['\t', "\t'", ";\t'", "'", ' \t', ';"']) {
    const text = `x${part.repeat(200_000)}x`;
    expect(toCsvLine([text])).toContain(text.replaceAll('"', '""'));
    expect(unguardText(text)).toBe(text);
  }
});
