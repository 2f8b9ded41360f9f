import { forgetDraft, keepDraft, readDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { type ImportRun, toPasted } from './import-run.ts';

/**
 * Rows that were pasted outlive a reload and the end of the session, for the same account (docs/security.md P45), until
 * they are imported or taken out again. Returns the run, with what was kept.
 */
export function keepPastedRows(run: ImportRun): ImportRun {
  // Fixed at the beginning: when the session has ended nobody knows any more whose they are.
  const key = { name: 'import', owner: findOwner() ?? '' };
  const kept = readDraft(key)?.rows;
  if (kept) run.choose({ source: toPasted(kept) });
  run.$state.listen((now, before) => {
    if (now.source === before?.source && now.step === before.step) return;
    const isPasted = now.source !== null && now.source.name === null;
    if (isPasted && now.step !== 'done') keepDraft(key, { rows: now.source?.text ?? '' });
    else forgetDraft(key);
  });
  return run;
}
