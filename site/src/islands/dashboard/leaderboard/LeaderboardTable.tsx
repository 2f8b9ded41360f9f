import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { OwnStanding } from '#contract/leaderboard.ts';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { RoleBadge } from '#site/islands/ui/Badge.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { toTimeAgo } from '../../shared/format/dates.ts';
import { MoveMark } from './MoveMark.tsx';
import { type Moves, type StandingRow, toShortId } from './ranking.ts';

type Row = StandingRow;
type Place = OwnStanding['place'];

interface Props {
  rows: readonly Row[];
  ownId: string;
  place: Place;
  /** The reader's row, if the page does not include it. */
  ownRow: (Row & { place: Place }) | null;
  moves: Moves;
  hasWeek: boolean;
  /** Counts of this week alone, without a share of all resources. */
  isWeek: boolean;
}

const COLUMNS = [
  ['rank', 'Rank', 'md:px-3'],
  ['student', 'Student', 'md:w-[40%]'],
  ['role', 'Role', ''],
  ['tasks', 'Tasks', ''],
  ['progress', 'Progress', ''],
  ['badges', 'Badges', ''],
  ['activity', 'Recent Activity', 'max-xl:hidden'],
] as const;

// Phones lay a row out as a grid; with large text its cells stack, since container queries in rem scale with the text.
const LINE =
  "grid grid-cols-[2.75rem_auto_1fr_auto] [grid-template-areas:'rank_student_student_student'_'rank_progress_progress_progress'_'._role_tasks_badges'] " +
  "@max-[16rem]:grid-cols-[2.25rem_minmax(0,1fr)] @max-[16rem]:[grid-template-areas:'rank_student'_'rank_progress'_'._role'_'._tasks'_'._badges'] " +
  'items-center gap-x-2 gap-y-1.5 border-b border-line px-2 py-2.5 max-[22.5rem]:gap-x-1.5 md:table-row';
const OWN_LINE =
  'sticky inset-y-0 z-5 bg-raised shadow-[inset_3px_0_0_var(--brand-strong),0_0_0_1px_var(--line-strong)] lg:top-(--nav-height)';
const CELL = 'md:border-b md:border-line md:px-2 md:py-2.5 md:align-middle 2xl:px-3';
const SMALL_CELL = `${CELL} max-[22.5rem]:text-[0.75rem]`;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as on phones. */
export function LeaderboardTable({ rows, ownId, place, ownRow, moves, hasWeek, isWeek }: Props) {
  const body = useRowMotion(rows);
  const weekOf = ({ movement }: Row) => (hasWeek ? movement : undefined);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <div className="@container mt-3">
      <table
        role="table"
        aria-labelledby="community-leaderboard"
        className="block w-full border-separate border-spacing-0 text-sm md:table"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {COLUMNS.filter(([cell]) => !isWeek || cell !== 'progress').map(([cell, label, look]) => (
              <th
                key={cell}
                role="columnheader"
                scope="col"
                className={`border-b border-line-strong text-start text-xs font-semibold whitespace-nowrap text-muted md:px-2 md:py-2 2xl:px-3 ${look}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} className="block md:table-row-group">
          {rows.map((row) => (
            <LeaderboardLine
              key={row.user.id}
              row={row}
              isOwn={row.user.id === ownId}
              place={place}
              isWeek={isWeek}
              move={moves.get(row.user.id) ?? 0}
              movement={weekOf(row)}
            />
          ))}
          {ownRow ? (
            <LeaderboardLine
              row={ownRow}
              isOwn
              place={ownRow.place}
              isWeek={isWeek}
              move={0}
              movement={weekOf(ownRow)}
            />
          ) : null}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

interface LineProps {
  row: Row;
  isOwn: boolean;
  place: Place;
  isWeek: boolean;
  move: number;
  movement: Row['movement'];
}

function LeaderboardLine({ row, isOwn, place, isWeek, move, movement }: LineProps) {
  const { user, stats, rank } = row;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see LeaderboardTable
    // biome-ignore-start lint/a11y/useSemanticElements: see LeaderboardTable
    <tr
      role="row"
      data-row={user.id}
      data-own={isOwn || undefined}
      className={`${LINE} ${isOwn ? OWN_LINE : rank <= MEDALS.length ? 'bg-brand-tint' : ''}`}
    >
      <td role="cell" className={`${CELL} [grid-area:rank] self-start md:px-3`}>
        <span className="grid grid-rows-[2.25rem_auto] place-items-center gap-y-0.5 md:grid-cols-[minmax(2.25rem,auto)_minmax(3rem,auto)] md:grid-rows-none md:gap-x-1.5">
          {rank <= MEDALS.length ? (
            <Medal rank={rank} />
          ) : (
            <span className="font-display font-bold text-strong">{toNumber(rank)}</span>
          )}
          <MoveMark movement={movement} move={move} />
        </span>
      </td>
      <th
        role="rowheader"
        scope="row"
        className={`${CELL} [grid-area:student] text-start font-normal md:w-[40%]`}
      >
        <span className="flex min-w-0 items-center gap-3 @max-[16rem]:*:first:hidden">
          <Avatar name={user.name} id={user.id} size={36} />
          <span className="min-w-0">
            <span className="block font-semibold text-strong [overflow-wrap:anywhere]">
              {user.name}
              {isOwn ? (
                <span className="ml-2 inline-block rounded-sm bg-brand px-1.5 py-0.5 text-xs text-on-brand">
                  You
                </span>
              ) : null}
            </span>
            <span className="block text-xs text-muted">{toShortId(user.id)}</span>
          </span>
        </span>
      </th>
      <td role="cell" className={`${SMALL_CELL} [grid-area:role]`}>
        <RoleBadge role={user.role} />
      </td>
      <td
        role="cell"
        className={`${SMALL_CELL} [grid-area:tasks] justify-self-center whitespace-nowrap @max-[16rem]:justify-self-start @max-[16rem]:whitespace-normal`}
      >
        <span className="font-semibold text-strong">{stats.resourcesCompleted}</span>
        {isWeek ? null : <span className="text-muted">/{stats.totalResources}</span>}
        <span className="text-muted md:hidden">
          {isWeek && stats.resourcesCompleted === 1 ? ' task' : ' tasks'}
        </span>
      </td>
      {isWeek ? null : (
        <td role="cell" data-cell="progress" className={`${CELL} [grid-area:progress]`}>
          <span className="flex items-center gap-3 md:gap-2 2xl:gap-3">
            <span className="w-11 font-semibold md:text-end text-strong">{stats.completionPercentage}%</span>
            <ProgressBar
              value={stats.completionPercentage}
              label={`Progress of ${user.name}`}
              size="small"
              className="flex-1 md:min-w-14 2xl:min-w-24"
            />
          </span>
          <span className="block text-xs text-muted">
            of {place === 'league' ? 'this league' : 'all leagues'}
          </span>
        </td>
      )}
      <td role="cell" className={`${SMALL_CELL} [grid-area:badges] whitespace-nowrap`}>
        {stats.badgesEarned}
        <span className="text-muted md:hidden">{stats.badgesEarned === 1 ? ' badge' : ' badges'}</span>
      </td>
      <td role="cell" className={`${CELL} max-xl:hidden xl:max-2xl:w-[18%] xl:max-w-0 2xl:max-w-64`}>
        <Activity row={row} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: see LeaderboardTable
    // biome-ignore-end lint/a11y/noRedundantRoles: see LeaderboardTable
  );
}

function Activity({ row }: { row: Row }) {
  const last = row.recentActivity.lastCompletedResource;
  if (!last) return <span className="whitespace-nowrap text-muted">No recent activity</span>;
  return (
    <>
      <span className="block truncate" title={last.name}>
        {last.name}
      </span>
      <time dateTime={last.completedAt} className="text-xs text-muted">
        {toTimeAgo(last.completedAt)}
      </time>
    </>
  );
}

const MEDALS = [
  ['Gold medal', '#f6d04d'],
  ['Silver medal', '#d8d8d2'],
  ['Bronze medal', '#e7a873'],
] as const;

export function Medal({ rank }: { rank: number }) {
  const [name, color] = MEDALS[rank - 1] ?? [];
  return (
    <svg viewBox="0 0 32 36" className="size-9" role="img" aria-label={`${name}, rank ${rank}`}>
      <path d="M9 1h5l4 11h-6zM23 1h-5l-4 11h6z" className="fill-strong" />
      <circle cx="16" cy="22" r="12" fill={color} className="stroke-ink stroke-[1.5]" />
      <text
        x="16"
        y="27"
        textAnchor="middle"
        className="fill-ink font-display text-[0.8rem] leading-normal font-bold normal-nums"
      >
        {rank}
      </text>
    </svg>
  );
}

const GLIDE_MS = 320;

/** Animates rows (data-row) to their new positions, except under reduced motion. */
function useRowMotion(rows: readonly unknown[]): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the rows are others
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const row of body.current?.querySelectorAll<HTMLElement>('tr[data-row]:not([data-own])') ?? []) {
      const id = row.dataset.row ?? '';
      const top = row.offsetTop;
      after.set(id, top);
      const was = before.get(id);
      if (isCalm || was === undefined || was === top) continue;
      row.animate([{ transform: `translateY(${was - top}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
    }
    tops.current = after;
  }, [rows]);
  return body;
}
