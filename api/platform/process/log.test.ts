import { expect, test } from 'bun:test';
import { createLog } from './log.ts';

test('P44 no value begins a line of the log, and each comes back as it was', () => {
  const values = ['a\nb', 'a\r\n{"event":"made up"}', '"', '\\', '\u0000\u001b[2J', '\u2028'];
  let lines = '';
  const log = createLog('info', (text) => {
    lines += text;
  });
  for (const value of values) log.info('tried', { value });
  log.flush();
  expect(lines).not.toMatch(/(?!\n)\p{Cc}/u);
  const read = lines.trimEnd().split('\n');
  expect(read.map((line) => JSON.parse(line).value)).toEqual(values);
});
