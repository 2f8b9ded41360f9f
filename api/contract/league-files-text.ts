import type { LeagueFilesPreview, LearnerImpact } from './league-files.ts';

/**
 * One sentence for screen and command line: '37 people see 2 new items, nobody loses progress.' It covers records only;
 * `listLearnerEffects` adds the other effects.
 */
export function toLearnersLine(notice: LearnerImpact): string {
  const { enrolled, newItems, losing, completions, notes, marks, lower, topicsLost, reopened } = notice;
  if (enrolled === 0 && notice.touched === 0) return 'Nobody is enrolled, so nobody notices anything.';
  const seen =
    newItems > 0 ? `${people(enrolled)} ${verb(enrolled, 'see')} ${count(newItems, 'new item')}` : '';
  const lost = [
    losing > 0 ? `${people(losing)} ${verb(losing, 'lose')} ${count(completions, 'completed item')}` : '',
    notes > 0 ? `${count(notes, 'note')} ${notes === 1 ? 'goes' : 'go'}` : '',
    marks > 0 ? `${count(marks, 'revision mark')} ${marks === 1 ? 'goes' : 'go'}` : '',
  ].filter(Boolean);
  const kept = lower + topicsLost + reopened > 0 ? 'nobody loses a completed item' : 'nobody loses progress';
  const sentence = [seen, ...(lost.length > 0 ? lost : [kept])].filter(Boolean).join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

export function listLearnerEffects(notice: LearnerImpact): string[] {
  const { higher, lower, topicsGained, topicsLost, finished, reopened, returning } = notice;
  return [
    returning > 0 ? `${people(returning)} ${verb(returning, 'get')} earlier records back.` : '',
    higher > 0 ? `The percentage of ${people(higher)} rises.` : '',
    lower > 0 ? `The percentage of ${people(lower)} falls.` : '',
    topicsGained > 0 ? `${people(topicsGained)} ${verb(topicsGained, 'gain')} a completed topic.` : '',
    topicsLost > 0 ? `${people(topicsLost)} ${verb(topicsLost, 'lose')} a completed topic.` : '',
    finished > 0 ? `The league becomes complete for ${people(finished)}.` : '',
    reopened > 0 ? `The league is open again for ${people(reopened)}; badges and certificates stay.` : '',
  ].filter(Boolean);
}

export function toCountsLine({
  added,
  changed,
  moved,
  removed,
  same,
  renumbered,
}: LeagueFilesPreview['counts']): string {
  const parts = [
    added > 0 ? `${added} added` : '',
    changed > 0 ? `${changed} changed` : '',
    moved > 0 ? `${moved} moved` : '',
    removed > 0 ? `${removed} removed` : '',
    renumbered > 0 ? `${renumbered} with another number` : '',
    `${same} the same`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function isUnchanged({
  added,
  changed,
  moved,
  removed,
  renumbered,
}: LeagueFilesPreview['counts']): boolean {
  return added + changed + moved + removed + renumbered === 0;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const people = (number: number) => (number === 1 ? '1 person' : `${number} people`);
const verb = (number: number, word: string) => (number === 1 ? `${word}s` : word);
