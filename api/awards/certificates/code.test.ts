import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';
import { queryRows } from '../../platform/db/client.ts';
import { openTestApp } from '../../test/open-app.ts';

const api = await openTestApp();

test('a code is read in any case, with dashes, spaces and look-alike signs', () => {
  for (const typed of ['01AB23CD45EF', 'oiab-23cd-45ef', ' OLAB 23CD 45EF ', '0-1-a-b-2-3-c-d-4-5-e-f']) {
    expect([typed, readCertificateCode(typed)]).toEqual([typed, '01AB23CD45EF']);
  }
  expect(toPrintedCode('01AB23CD45EF')).toBe('01AB-23CD-45EF');
});

test('what cannot be a code is none', () => {
  const hostile = ['', '01AB23CD45E', '01AB23CD45EFG', 'UUUUUUUUUUUU', "' or 1=1 --", '٠١٢٣٤٥٦٧٨٩٠١', '\0'];
  for (const typed of [...hostile, 'A'.repeat(100_000), '../../../etc', '<script>abc', 'ABCDEFGHJKMİ']) {
    expect([typed.slice(0, 20), readCertificateCode(typed)]).toEqual([typed.slice(0, 20), null]);
  }
});

test('the database draws codes that differ in every place, over all 32 signs', async () => {
  const rows = await queryRows<{ code: string }>(
    api.db,
    sql`select new_certificate_code() as code from generate_series(1, 1500)`,
  );
  const codes = rows.map(({ code }) => code);
  expect(new Set(codes).size).toBe(1500);
  for (const code of codes.slice(0, 50)) expect(readCertificateCode(code)).toBe(code);
  for (let place = 0; place < 12; place++) {
    expect([place, new Set(codes.map((code) => code[place])).size]).toEqual([place, 32]);
  }
});
