import { getPublicProfile } from '#contract/public-profile.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { drawProfile } from '#site/islands/shared/people/draw-profile.ts';

const SAID = {
  loading: 'Loading the page…',
  shown: '',
  missing: 'There is no public page at this address.',
  failed: 'This page did not load.',
};

const root = document.querySelector<HTMLElement>('[data-person]');
const product = root?.dataset.product ?? '';
const address = location.pathname.split('/').filter(Boolean).at(-1) ?? '';

function show(state: keyof typeof SAID): void {
  if (!root) return;
  root.dataset.person = state;
  root.setAttribute('aria-busy', String(state === 'loading'));
  for (const part of root.querySelectorAll<HTMLElement>('[data-when]')) {
    part.hidden = part.dataset.when !== state;
  }
  const said = document.getElementById('person-status');
  if (said) said.textContent = SAID[state];
}

async function load(): Promise<void> {
  show('loading');
  try {
    const profile = await callApi(getPublicProfile, { params: { address } });
    document.title = `${profile.name ?? 'A member'} | ${product}`;
    root?.querySelector('article')?.replaceChildren(...drawProfile(profile, product, 1));
    show('shown');
  } catch (error) {
    show(error instanceof ApiFailure && error.status === 404 ? 'missing' : 'failed');
  }
}

root?.querySelector('[data-retry-button]')?.addEventListener('click', () => void load());
void load();
