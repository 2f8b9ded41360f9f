import { ApiError } from '#api/platform/errors/api-error.ts';
import { LEAGUE_FILES_ERRORS, type LeagueChange, type LeagueFilesPreview } from '#contract/league-files.ts';
import { listLearnerEffects, toCountsLine, toLearnersLine } from '#contract/league-files-text.ts';

const SIGNS = { added: '+', changed: '~', moved: '>', removed: '-' } as const;
const KIND_LABELS = {
  league: 'league',
  assignment: 'assignment',
  week: 'module',
  section: 'topic',
  resource: 'resource',
} as const;

export function toLines({ league, counts, changes, learners }: LeagueFilesPreview): string[] {
  return [
    `${league.name} (${league.id})`,
    toLearnersLine(learners),
    ...listLearnerEffects(learners),
    `${toCountsLine(counts)}.`,
    ...changes.flatMap(toChangeLines),
  ].map(withoutControls);
}

function toChangeLines({ kind, action, name, place, from, fields, people }: LeagueChange): string[] {
  const where = place.length > 0 ? ` in ${place.join(' / ')}` : '';
  const whence = from ? ` from ${from.join(' / ')}` : '';
  const lost =
    people > 0 ? `  !! ${people} ${people === 1 ? 'learner has' : 'learners have'} records on it` : '';
  return [
    `${SIGNS[action]} ${KIND_LABELS[kind]} “${name}”${where}${whence}${lost}`,
    ...fields.map(({ field, from: was, to }) => `    ${field}: ${quote(was)} → ${quote(to)}`),
  ];
}

export function toProblemLines(error: unknown): string[] | null {
  if (!(error instanceof ApiError) || error.reason !== LEAGUE_FILES_ERRORS.CURRICULUM_FILES_INVALID.reason)
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

/** Keeps names from sending control sequences to the terminal. */
function withoutControls(line: string): string {
  return line.replace(/\p{Cc}+/gu, ' ');
}
