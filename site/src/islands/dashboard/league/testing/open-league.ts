import { type FakeBrowser, ok } from '#site/islands/shared/testing/fake-browser.ts';
import { $toasts } from '#site/islands/shared/toast/toast.ts';
import { isMissing, leagueOf } from '../../data/league.ts';
import { findPlace } from '../../data/league-view.ts';
import { NO_PROGRESS, type ResourceProgress } from '../../data/progress.ts';

export const TITLE = 'Essence of linear algebra';
export const DONE: ResourceProgress = {
  isCompleted: true,
  markedForRevision: true,
  personalNote: 'Chapter 3 twice',
  timeSpent: 120,
};
export const SECTION = 'GET /resource-progress/section/s1/resources';

/** Opens the league `ml`: one topic with the resource `r1`, which stands so, and an untouched `r2`. */
export async function openLeague(browser: FakeBrowser, progress: ResourceProgress): Promise<void> {
  const resource = { id: 'r1', title: TITLE, url: 'https://learn.example/', type: 'VIDEO', progress };
  const other = { ...resource, id: 'r2', title: 'Other', progress: NO_PROGRESS };
  const weeks = [{ id: 'w1', name: 'W', sections: [{ id: 's1', name: 'S', resources: [resource, other] }] }];
  browser.answer('GET /progress/leagues/ml', ok({ league: { name: 'ML' }, progress: { weeks } }));
  await leagueOf('ml').ensure();
}

/** Presses Undo in the latest message, and lets the focus go on as on a page where its row is gone. */
export async function pressUndo(isDone: () => boolean): Promise<void> {
  Object.defineProperty(globalThis, 'document', {
    value: { getElementById: () => null },
    configurable: true,
  });
  const { action } = $toasts.get().at(-1) ?? {};
  if (action?.label !== 'Undo') throw new Error('The latest message offers no Undo');
  action.run();
  while (!isDone()) await Bun.sleep(1);
  await Bun.sleep(5);
  Reflect.deleteProperty(globalThis, 'document');
}

/** How a resource of that league stands on the screen. */
export function progressOf(resourceId: string): ResourceProgress | undefined {
  const league = leagueOf('ml').$state.get().data;
  if (!league || isMissing(league)) return undefined;
  return findPlace(league, ({ id }) => id === resourceId)?.resource.progress;
}

export const toastTexts = () => $toasts.get().map(({ text }) => text);
