import { showToast } from './toast.ts';

/** Shows a toast if code failed to load because a release replaced it. */
export function followReleases(): () => void {
  const check = async () => {
    if (!(await isReplaced())) return;
    showToast({
      text: 'A new version is ready. Save what you typed, then load the page again.',
      tone: 'info',
      ms: null,
      action: { label: 'Load again', run: () => location.reload() },
    });
  };
  addEventListener('vite:preloadError', check);
  return () => removeEventListener('vite:preloadError', check);
}

async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('astro-island')?.getAttribute('component-url');
  if (!entry) return false;
  try {
    const page = await fetch(location.pathname, { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
}
