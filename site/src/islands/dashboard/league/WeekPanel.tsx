import { memo, type ReactNode, useEffect, useId } from 'react';
import { link } from '#site/icons/actions.ts';
import { chevronDown } from '#site/icons/arrows.ts';
import { Markdown } from '#site/islands/shared/markdown/Markdown.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { TERMS, toMinutesText } from '#site/labels.ts';
import { $openWeeks, toggleWeek } from '../data/league.ts';
import { resourcesOf, type SectionView, type WeekView } from '../data/league-view.ts';
import { sumMinutesLeft, toProgressSum } from '../data/progress.ts';
import { type RowQuestion, sectionAnchor, weekAnchor } from '../data/row.ts';
import { copyText } from '../sharing/share.ts';
import { ResourceRow } from './ResourceRow.tsx';
import { useSelected } from './select.ts';
import { siteIcons } from './site-icons.ts';

interface Props {
  leagueId: string;
  week: WeekView;
  number: number;
  isPreview: boolean;
  onAsk: (question: RowQuestion) => void;
}

// The first headings have exact layout; estimated sizes would shift the page.
const WEEKS_IN_SIGHT = 5;

export const WeekPanel = memo(function WeekPanel({ leagueId, week, number, isPreview, onAsk }: Props) {
  const isOpen = useSelected($openWeeks, (open) => open.has(week.id));
  const panel = useId();
  const { completed, total, percentage } = toProgressSum(resourcesOf(week));
  const minutesLeft = sumMinutesLeft(resourcesOf(week));
  useEffect(() => {
    if (isOpen) siteIcons.preload(resourcesOf(week).map(({ url }) => url));
  }, [isOpen, week]);
  return (
    <section
      id={weekAnchor(week.id)}
      className="min-w-0 scroll-mt-40 overflow-clip rounded-lg border border-line bg-surface"
    >
      {/* `content-visibility` skips headings further down, which would slow down opening a dialog. */}
      <div
        className={`relative transition-colors hover:bg-hover ${number > WEEKS_IN_SIGHT ? '[content-visibility:auto] [contain-intrinsic-size:auto_8.25rem]' : ''}`}
      >
        <h2 className="font-sans text-base font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => toggleWeek(week.id)}
            className="focus-area flex w-full flex-wrap items-center gap-x-4 gap-y-2 p-4 pb-3 text-left after:absolute after:inset-0 after:rounded-lg sm:px-5 sm:pt-5"
          >
            <span className="min-w-0 flex-1 basis-40">
              <span className="block text-xs font-semibold text-league">
                {TERMS.week} {number}
              </span>
              <span className="mt-0.5 block font-display text-lg leading-snug font-bold text-strong">
                {week.name}
              </span>
              <span className="mt-1 flex flex-wrap gap-x-4 text-sm tabular-nums text-muted">
                <span>
                  {completed} of {total} resources completed
                </span>
                {minutesLeft > 0 ? <span>{toMinutesText(minutesLeft)} left</span> : null}
              </span>
            </span>
            <span className="flex items-center gap-3">
              <span className="font-display font-bold tabular-nums text-strong">{percentage}%</span>
              <Icon
                path={chevronDown}
                className={`text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
              />
            </span>
          </button>
        </h2>
        <ProgressBar
          value={percentage}
          label={`${week.name}: progress`}
          size="small"
          className="px-4 pb-4 sm:px-5"
        />
      </div>
      {isOpen ? (
        <div id={panel} className="enter divide-y divide-line border-t border-line">
          {week.description ? (
            <div className="p-4 text-muted sm:px-5">
              <Markdown text={week.description} className="max-w-measure" />
            </div>
          ) : null}
          {week.sections.length === 0 ? (
            <p className="px-4 py-5 text-muted sm:px-5">This module has no topics yet.</p>
          ) : (
            week.sections.map((section) => (
              <SectionTable
                key={section.id}
                leagueId={leagueId}
                section={section}
                isPreview={isPreview}
                onAsk={onAsk}
              />
            ))
          )}
          <p className="px-2 py-1 sm:px-3">
            <button
              type="button"
              className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted hover:bg-hover hover:text-strong lg:min-h-9"
              onClick={() => void copyLink(week.id)}
            >
              <Icon path={link} size={16} />
              Copy link<span className="sr-only"> to {week.name}</span>
            </button>
          </p>
        </div>
      ) : null}
    </section>
  );
});

function copyLink(weekId: string): Promise<void> {
  const address = `${location.origin}${location.pathname}#${weekAnchor(weekId)}`;
  return copyText(address, 'The link to this module was copied.');
}

interface SectionTableProps {
  leagueId: string;
  section: SectionView;
  isPreview: boolean;
  onAsk: (question: RowQuestion) => void;
}

const SectionTable = memo(function SectionTable({ leagueId, section, isPreview, onAsk }: SectionTableProps) {
  const { completed, total } = toProgressSum(section.resources);
  const heading = sectionAnchor(section.id);
  const table = (
    <ResourceTable labelledBy={heading}>
      {section.resources.map((resource) => (
        <ResourceRow key={resource.id} leagueId={leagueId} resource={resource} onAsk={onAsk} />
      ))}
    </ResourceTable>
  );
  return (
    <section
      aria-labelledby={heading}
      className="px-[16px] py-5 [content-visibility:auto] [contain-intrinsic-size:auto_90rem] sm:px-5 lg:[contain-intrinsic-size:auto_38rem]"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={heading} tabIndex={-1} className="min-w-0 scroll-mt-40 text-base [overflow-wrap:anywhere]">
          {section.name}
        </h3>
        <p className="shrink-0 text-sm tabular-nums text-muted">
          {completed}/{total}
          <span className="sr-only"> completed</span>
        </p>
      </div>
      {section.description ? (
        <Markdown text={section.description} className="mt-1 max-w-measure text-sm text-muted" />
      ) : null}
      {total === 0 ? (
        <p className="mt-3 text-sm text-muted">No resources available for this section.</p>
      ) : (
        <div className="@container">
          {isPreview ? (
            <fieldset disabled className="min-w-0">
              {table}
            </fieldset>
          ) : (
            table
          )}
        </div>
      )}
    </section>
  );
});

const COLUMNS = [
  ['Status', 'w-18'],
  ['Title', ''],
  ['Resource', 'w-60'],
  ['Note', 'w-25'],
  ['Revision', 'w-25'],
  ['Share', 'w-17'],
] as const;

/** Explicit ARIA roles, because browsers drop table semantics when CSS changes `display`, as on phones. */
function ResourceTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table
      role="table"
      aria-labelledby={labelledBy}
      className="mt-3 block w-full text-sm lg:table lg:table-fixed lg:border-collapse"
    >
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row">
          {COLUMNS.map(([label, width]) => (
            <th
              key={label}
              role="columnheader"
              scope="col"
              className={`px-3 pt-1 pb-2 text-start text-xs font-semibold whitespace-nowrap text-muted ${width}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block lg:table-row-group">
        {children}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
