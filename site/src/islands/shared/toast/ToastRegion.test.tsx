import { afterEach, expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { ToastRegion } from './ToastRegion.tsx';
import { $toasts, dismissToast } from './toast.ts';

afterEach(() => $toasts.set([]));

test('CONST-22 one message at a time is seen, the newest; an older one comes back while it lasts', () => {
  $toasts.set([
    { id: 1, text: 'Failed to save', tone: 'danger' },
    { id: 2, text: 'Done', tone: 'success' },
  ]);
  const parts = () =>
    renderToStaticMarkup(<ToastRegion className="" />)
      .split('data-theme="dark"')
      .slice(1);
  const [failure, done] = parts();
  // It stays in its alert, so that nobody hears it twice, and cannot be pressed unseen.
  expect(failure).toMatch(/^ data-toast="true" class="sr-only">.*Failed to save.*disabled=""/);
  expect(done).not.toMatch(/sr-only|disabled/);
  expect(done).toContain('Done');
  dismissToast(2);
  expect(parts()[0]).toContain('Failed to save');
  expect(parts()[0]).not.toMatch(/sr-only|disabled/);
});

test('CONST-22 each message is read once: a second one does not make a screen reader read the first again', () => {
  // Both roles stand for a region that is read as a whole unless it says otherwise (WAI-ARIA 1.2, aria-atomic).
  expect(
    renderToStaticMarkup(<ToastRegion className="" />).match(/role="(alert|status)" aria-atomic="false"/g),
  ).toEqual(['role="alert" aria-atomic="false"', 'role="status" aria-atomic="false"']);
});
