import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { CharacterCount } from './CharacterCount.tsx';
import { Field } from './Field.tsx';

const draw = (text: string) =>
  renderToStaticMarkup(
    <Field label="Reason" hint="Kept in the audit log." counter={<CharacterCount text={text} max={10} />}>
      <textarea />
    </Field>,
  );

test('the counter stands on the line of the hint, and counts as the server does', () => {
  expect(draw('🙂'.repeat(10))).toMatch(/Kept in the audit log\.<\/p><p[^>]*>10 \/ 10<\/p>/);
  expect(draw('x'.repeat(11))).toContain('text-danger');
  expect(draw('🙂'.repeat(10))).not.toContain('text-danger');
});
