import type { ReactNode } from 'react';
import type { LeagueLearner } from '#contract/league-learners.ts';
import { toPercentage } from '#contract/shared.ts';
import { toShortDate, toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { SubmissionBadge } from '#site/islands/shared/submission/SubmissionBadge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { DueDate } from '../../assignments/DueDate.tsx';
import { ListSkeleton } from '../../list/ListSkeleton.tsx';
import { NotLoaded } from '../../list/NotLoaded.tsx';
import type { Outline } from '../outline.ts';
import { learnerOf } from './learner-list.ts';

interface Props {
  league: Outline;
  learner: LeagueLearner;
  onClose: () => void;
}

export function LearnerPanel({ league, learner: row, onClose }: Props) {
  const query = learnerOf(league.id, row.id);
  const { data, error, isLoading } = useQuery(query);
  const learner = data?.learner ?? row;
  return (
    <Dialog
      open
      size="side"
      title={learner.name}
      description={`Enrolled ${toShortDate(learner.enrolledAt)} in ${learner.cohort.name}`}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose} data-first-focus>
          Close
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel scrolls, and holds nothing that takes the focus */}
      <section className="focus-inside grid gap-7" tabIndex={0} aria-label="Details">
        <Part title="Progress">
          <ProgressBar
            value={learner.progressPercentage}
            label={`Progress in ${league.name}`}
            valueText={`${learner.completedResources} of ${league.resourcesCount} resources`}
            withValue
          />
          <p className="text-sm text-muted">
            {learner.completedResources} of {league.resourcesCount} resources.{' '}
            {learner.lastActiveAt
              ? `Last completed ${toShortDateTime(learner.lastActiveAt)}.`
              : 'Not started yet.'}
          </p>
          {data ? (
            <ul aria-label="Progress by module" className="grid gap-3">
              {data.modules.map(({ id, name, completedResources, totalResources }) => (
                <li key={id} className="grid gap-1">
                  <span className="flex items-baseline justify-between gap-3 text-sm">
                    <span className="min-w-0 text-strong wrap-anywhere">{name}</span>
                    <span className="whitespace-nowrap text-muted tabular-nums">
                      {completedResources} of {totalResources}
                    </span>
                  </span>
                  <ProgressBar
                    value={toPercentage(completedResources, totalResources)}
                    label={name}
                    valueText={`${completedResources} of ${totalResources} resources`}
                    size="small"
                  />
                </li>
              ))}
            </ul>
          ) : error ? (
            <NotLoaded many="learner" error={error} onRetry={query.invalidate} busy={isLoading} />
          ) : (
            <ListSkeleton label="Loading modules..." />
          )}
        </Part>
        {league.assignment ? (
          <Part title="Assignment">
            <p className="text-sm text-strong wrap-anywhere">{league.assignment.title}</p>
            <p className="text-sm">
              <DueDate dueDate={league.assignment.dueDate} />
            </p>
            {!data ? null : data.attempts.length === 0 ? (
              <p className="text-sm text-muted">Nothing submitted yet.</p>
            ) : (
              <ol aria-label="Attempts" className="grid gap-2 text-sm">
                {data.attempts.map(({ number, status, submittedAt, reviewedAt }) => (
                  <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-semibold text-strong">Attempt {number}</span>
                    <SubmissionBadge status={status} />
                    <span className="text-muted tabular-nums">
                      {toShortDate(submittedAt)}
                      {reviewedAt ? `, reviewed ${toShortDate(reviewedAt)}` : ''}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </Part>
        ) : null}
      </section>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}
