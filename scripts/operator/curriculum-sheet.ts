import { ApiError } from '#api/errors.ts';
import {
  CURRICULUM_FILES_ERRORS,
  type CurriculumChange,
  type CurriculumSheet,
} from '#contract/curriculum-files.ts';
import { listLearnerEffects, toCountsLine, toLearnersLine } from '#contract/curriculum-words.ts';

const SIGNS = { added: '+', changed: '~', moved: '>', removed: '-' } as const;
const WORDS = {
  league: 'league',
  assignment: 'assignment',
  week: 'module',
  section: 'topic',
  resource: 'resource',
} as const;

/** The sheet as lines for a terminal: learners first, then every thing with what happens to it. */
export function toLines({ league, counts, changes, learners }: CurriculumSheet): string[] {
  return [
    `${league.name} (${league.id})`,
    toLearnersLine(learners),
    ...listLearnerEffects(learners),
    `${toCountsLine(counts)}.`,
    ...changes.flatMap(toChangeLines),
  ].map(withoutControls);
}

function toChangeLines({ kind, action, name, place, from, fields, people }: CurriculumChange): string[] {
  const where = place.length > 0 ? ` in ${place.join(' / ')}` : '';
  const whence = from ? ` from ${from.join(' / ')}` : '';
  const lost =
    people > 0 ? `  !! ${people} ${people === 1 ? 'learner has' : 'learners have'} records on it` : '';
  return [
    `${SIGNS[action]} ${WORDS[kind]} “${name}”${where}${whence}${lost}`,
    ...fields.map(({ field, from: was, to }) => `    ${field}: ${quote(was)} → ${quote(to)}`),
  ];
}

/** What is wrong with the files, a line each; null for any other failure. */
export function toProblemLines(error: unknown): string[] | null {
  if (
    !(error instanceof ApiError) ||
    error.reason !== CURRICULUM_FILES_ERRORS.CURRICULUM_FILES_INVALID.reason
  )
    return null;
  const problems = Array.isArray(error.extras.problems) ? error.extras.problems : [];
  return problems.map(({ file, field, expected }) =>
    withoutControls(`${file}${field ? `, ${field}` : ''}: ${expected}`),
  );
}

function quote(text: string | null): string {
  if (text === null) return 'nothing';
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
}

/** A name cannot steer the terminal it is printed to. */
function withoutControls(line: string): string {
  return line.replace(/\p{Cc}+/gu, ' ');
}
