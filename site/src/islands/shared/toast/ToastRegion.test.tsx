import { afterEach, expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { ToastRegion } from './ToastRegion.tsx';
import { $toasts, dismissToast } from './toast.ts';

afterEach(() => $toasts.set([]));

test('CONST-22 one message at a time stands over the page, the newest; an older one comes back while it lasts', () => {
  $toasts.set([
    { id: 1, text: 'Failed to save', tone: 'danger' },
    { id: 2, text: 'Done', tone: 'success' },
  ]);
  expect(renderToStaticMarkup(<ToastRegion />).match(/Failed to save|Done/g)).toEqual(['Done']);
  dismissToast(2);
  expect(renderToStaticMarkup(<ToastRegion />)).toContain('Failed to save');
});
