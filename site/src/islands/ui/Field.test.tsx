import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { CodeInput } from './CodeInput.tsx';
import { Field } from './Field.tsx';
import { CharacterCount } from './Textarea.tsx';

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

test('what is wrong with a code is said as it is of every field, with a sign', () => {
  const toFault = (html: string) => /<p id="[^"]*-error".*?<\/p>/.exec(html)?.[0].replace(/ id="[^"]*"/, '');
  const field = renderToStaticMarkup(
    <Field label="Code" error="Wrong">
      <input />
    </Field>,
  );
  const code = renderToStaticMarkup(<CodeInput label="Code" value="" onChange={() => {}} error="Wrong" />);
  expect(toFault(code)).toContain('<svg');
  expect(toFault(code)).toBe(toFault(field));
});
