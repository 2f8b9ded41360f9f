import type { DeletionContents, DeletionKind } from '#contract/deletions.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { countAll } from '../page/count-all.ts';

/** `kept` is null if nothing survives. */
export function toContentsTexts(
  kind: DeletionKind,
  contents: DeletionContents,
): { gone: string[]; kept: string | null } {
  const { weeks, sections, resources, people, progress, submissions, badges, certificates } = contents;
  const isLeague = kind === 'leagues';
  const held = countAll([
    [isLeague ? weeks : 0, 'module'],
    [isLeague || kind === 'weeks' ? sections : 0, 'topic'],
    [kind === 'resources' ? 0 : resources, 'resource'],
  ]);
  const work = countAll([
    [progress, 'progress record'],
    [submissions, 'assignment answer'],
    [badges, 'badge'],
  ]);
  const lost = [isLeague ? 'their enrollment' : '', work].filter(Boolean).join(', ');
  const who = people === 1 ? '1 person loses' : `${toNumber(people)} people lose`;
  const gone = [
    held ? `Deleted with it: ${held}.` : '',
    people > 0 ? `${who} ${lost}.${progress > 0 ? ' Their notes and revision marks go too.' : ''}` : '',
  ].filter(Boolean);
  if (!isLeague) return { gone, kept: people > 0 ? 'Badges and certificates stay.' : null };
  const papers = countAll([[certificates, 'certificate']]);
  return { gone, kept: papers ? `${papers} ${certificates === 1 ? 'stays' : 'stay'} valid.` : null };
}

export function isTyped(typed: string, name: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return fold(typed) === fold(name);
}
