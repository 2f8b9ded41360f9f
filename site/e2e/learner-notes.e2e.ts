import { expect, expectAccessible, test } from './fixtures.ts';
import { imaginaryLeague } from './imaginary.ts';
import { firstProgress, noteOf, openImaginary, openReal, rowOf } from './league-page.ts';
import { messageOn, readLeague, watchCalls } from './learner.ts';
import { NARROWEST, WIDE } from './looks.ts';

test.describe('notes', () => {
  test('NOTE-01 NOTE-02 NOTE-06 NOTE-08 LPROG-11 a note is typed, saved with Ctrl+Enter or Meta+Enter and kept; Enter alone is a new line', async ({
    page,
  }) => {
    const { row, title, learner } = await openReal(page);
    await noteOf(row).click();
    const dialog = page.getByRole('dialog', { name: 'Add note' });
    await expect(dialog).toContainText(title);
    const view = dialog.getByRole('link', { name: /^View/ });
    await expect(view).toHaveAttribute('target', '_blank');
    await expect(view).toHaveAttribute('href', (await row.getByRole('link').getAttribute('href')) ?? '');
    const field = dialog.getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(dialog).toContainText('0/500');
    await page.keyboard.type('Read twice: ਕੁਆਂਟਮ 🙂');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(messageOn(page, 'Note saved.')).toBeVisible();
    await expect(noteOf(row)).toHaveText('Edit');
    await expect(noteOf(row)).toBeFocused();
    await expect.poll(() => firstProgress(learner)).toMatchObject({ personalNote: 'Read twice: ਕੁਆਂਟਮ 🙂' });
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit note' });
    await edit.getByRole('textbox').fill('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Meta+Enter');
    await expect(edit).toHaveCount(0);
    await expect(noteOf(row)).toBeEnabled();
    await expect.poll(() => firstProgress(learner)).toMatchObject({ personalNote: 'one\ntwo' });
  });

  test('NOTE-05 P28 P29 Markdown in a note: previewed by keyboard, kept as typed, shown without marks in the row and drawn on Revision', async ({
    page,
  }) => {
    const typed = 'Read **twice**:\n\n- `a < b`\n- [guide](https://example.org/a)';
    const { row, title, learner } = await openReal(page);
    await noteOf(row).click();
    const dialog = page.getByRole('dialog', { name: 'Add note' });
    await dialog.getByRole('textbox').fill(typed);
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('tab', { name: 'Write' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('tab', { name: 'Preview', selected: true })).toBeFocused();
    const preview = dialog.getByRole('tabpanel', { name: 'Preview' });
    await expect(preview.getByRole('strong')).toHaveText('twice');
    await expect(preview.getByRole('listitem')).toHaveCount(2);
    await expect(preview.getByRole('code')).toHaveText('a < b');
    const link = preview.getByRole('link', { name: /^guide/ });
    await expect(link).toHaveAttribute('href', 'https://example.org/a');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('textbox')).toHaveValue(typed);
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(row.getByText('“Read twice: • a < b • guide”')).toBeVisible();
    // The row shows the note before the server has it: the message says that it is kept.
    await expect(messageOn(page, 'Note saved.')).toBeVisible();
    await expect.poll(() => firstProgress(learner)).toMatchObject({ personalNote: typed });
    await row.getByRole('switch').click();
    await expect(row.getByRole('switch')).toBeChecked();
    await page.goto('/dashboard/revision');
    await expect(page.getByRole('main')).toContainText(title);
    await expect(page.getByRole('main').getByRole('code')).toHaveText('a < b');
  });

  test('NOTE-02 NOTE-03 NOTE-04 NOTE-06 NOTE-10 OPEN-41 five hundred characters, red above four hundred and fifty; what was cut off is told, and an empty note is refused before any call', async ({
    page,
  }) => {
    await openImaginary(page);
    await noteOf(rowOf(page, 'Resource 1')).click();
    const dialog = page.getByRole('dialog');
    const counter = (length: number) => dialog.getByText(`${length}/500`, { exact: true });
    const hint = dialog.getByText('Character limit approaching');
    await dialog.getByRole('textbox').fill('x'.repeat(450));
    await expect(counter(450)).toBeVisible();
    await expect(hint).toHaveCount(0);
    const calm = await counter(450).evaluate((element) => getComputedStyle(element).color);
    await dialog.getByRole('textbox').press('End');
    await page.keyboard.type('x');
    await expect(counter(451)).toBeVisible();
    await expect(counter(451)).not.toHaveCSS('color', calm);
    const [red = 0, green = 0, blue = 0] = await counter(451).evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red, 'the counter is red').toBeGreaterThan(2 * Math.max(green, blue));
    await expect(hint).toBeVisible();
    await dialog.getByRole('textbox').fill('');
    await dialog.getByRole('textbox').evaluate((element: HTMLTextAreaElement) => element.focus());
    await page.keyboard.insertText('y'.repeat(600));
    await expect(dialog.getByRole('textbox')).toHaveValue('y'.repeat(500));
    await expect(counter(500)).toBeVisible();

    const field = dialog.getByRole('textbox');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+V');
    const told = dialog.getByRole('alert').filter({ hasText: 'the end of what you pasted was left out' });
    await expect(field).toBeFocused();
    await expect(told).toHaveCount(0);
    await page.keyboard.press('Control+V');
    await expect(told).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(told).toHaveCount(0);

    // A selection that ends beside the dialog does not close it.
    await field.fill('a long thought');
    const box = await field.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await expect(field).toHaveValue('a long thought');

    const { calls } = watchCalls(page);
    await field.fill('   ');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog.getByRole('alert').first()).toHaveText('Note cannot be empty');
    expect(calls).toEqual([]);
  });

  test('NOTE-05 NOTE-06 NOTE-07 the preview has fifty characters; Escape, Cancel and a click beside close, and ask before changed words go', async ({
    page,
  }) => {
    const league = imaginaryLeague();
    const resource = league.progress.weeks[0]?.sections[0]?.resources[0];
    if (resource) resource.progress.personalNote = `${'n'.repeat(50)}TAIL`;
    await openImaginary(page, league);
    const { calls } = watchCalls(page);
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    const leave: (() => Promise<void>)[] = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ];
    for (const close of leave) {
      await noteOf(rowOf(page, 'Resource 1')).click();
      await expect(dialog.getByText(/^Current note/)).toContainText('n'.repeat(50));
      await expect(dialog.getByText(/^Current note/)).not.toContainText('TAIL');
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(noteOf(rowOf(page, 'Resource 1'))).toBeFocused();
    }
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await noteOf(rowOf(page, 'Resource 1')).click();
    await dialog.getByRole('textbox').fill('never saved');
    for (const close of leave) {
      await close();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toHaveCount(0);
      await expect(dialog.getByRole('textbox')).toHaveValue('never saved');
    }
    // A second Escape in a row answers 'Keep editing', and so does each second one after it.
    for (const isAsked of [1, 0, 1, 0]) {
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(isAsked);
      await expect(dialog.getByRole('textbox')).toHaveValue('never saved');
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(noteOf(rowOf(page, 'Resource 1'))).toBeFocused();
    expect(calls).toEqual([]);
  });

  test('NOTE-08 a note that was kept and refused later is read with its reason, taken back into the box, or dropped', async ({
    page,
  }) => {
    const { row, learner } = await openReal(page);
    const { progress } = await readLeague(learner, 'Quantum');
    const resourceId = progress.weeks[0]?.sections[0]?.resources[0]?.id ?? '';
    const keep = (id: string, order: number, personalNote: string) => ({
      id,
      order,
      lane: `resource:${resourceId}`,
      call: 'saveNote',
      params: { resourceId },
      body: { personalNote, expectedNote: null },
      leagueId: learner.leagues.get('Quantum'),
      title: 'Resource',
      tries: 1,
      refusal: { status: 400, code: null, message: `${id} was not good enough` },
    });
    const kept = [keep('one', 1, 'Written on the train'), keep('two', 2, 'Written on the **bus**')];
    await page.evaluate(
      ([owner, actions]) => {
        for (const action of actions) {
          localStorage.setItem(`unsent:${owner}:${action.lane}|${action.id}`, JSON.stringify(action));
        }
      },
      [learner.id, kept] as const,
    );
    await page.reload();
    await expect(row).toContainText('Not accepted');
    await noteOf(row).click();
    const dialog = page.getByRole('dialog', { name: 'Add note' });
    await expect(dialog).toContainText('one was not good enough');
    await expect(dialog).toContainText('Written on the train');
    await expect(dialog.getByRole('strong')).toHaveText('bus');
    await expectAccessible(page);

    await page.setViewportSize(NARROWEST);
    await dialog.getByRole('button', { name: 'Take back' }).first().click();
    const box = dialog.getByRole('textbox');
    await expect(box).toHaveValue('Written on the train');
    await expect(box).toBeFocused();
    await expect(box, 'the whole box, none of it under the foot').toBeInViewport({ ratio: 1 });
    await page.setViewportSize(WIDE);
    await expect(dialog).not.toContainText('one was not good enough');
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(messageOn(page, 'Note saved.')).toBeVisible();
    await expect.poll(() => firstProgress(learner)).toMatchObject({ personalNote: 'Written on the train' });
    await expect(row).toContainText('two was not good enough');

    await noteOf(row).click();
    const edit = page.getByRole('dialog', { name: 'Edit note' });
    await edit.getByRole('button', { name: 'Drop the note' }).click();
    const question = page.getByRole('alertdialog', { name: 'Drop your note?' });
    await question.getByRole('button', { name: 'Keep note' }).click();
    await expect(edit).toContainText('two was not good enough');
    await edit.getByRole('button', { name: 'Drop the note' }).click();
    await question.getByRole('button', { name: 'Drop note' }).click();
    await expect(edit).not.toContainText('two was not good enough');
    await expect(edit.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).not.toContainText('Not accepted');
  });
});
