import { readDraft, removeDraft, storeDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { type ImportRun, toPasted } from './import-run.ts';

/** Keeps pasted rows over a reload and the end of the session, for the same account (docs/security.md P45). */
export function keepPastedRows(run: ImportRun): ImportRun {
  // The owner is unknown after the session ends, so it is read now.
  const key = { name: 'import', owner: findOwner() ?? '' };
  const kept = readDraft(key)?.rows;
  if (kept) run.choose({ source: toPasted(kept) });
  run.$state.listen((now, before) => {
    if (now.source === before?.source && now.step === before.step) return;
    const isPasted = now.source !== null && now.source.name === null;
    if (isPasted && now.step !== 'done') storeDraft(key, { rows: now.source?.text ?? '' });
    else removeDraft(key);
  });
  return run;
}
