import type { MouseEvent } from 'react';
import { DAILY_GOALS } from '#contract/constants.ts';
import { arrowRight } from '#site/icons/arrows.ts';
import { revision } from '#site/icons/learning.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { ProgressRing } from '#site/islands/ui/ProgressRing.tsx';
import { countOf } from '../../shared/format/text.ts';
import { isScreenClick, openPath } from '../routing/router.ts';
import { saveGoal } from './goal.ts';
import { type Facts, type Line, toDoneToday, toToday } from './today.ts';

// Opens a row within the app; a plain link with a fragment would load the page.
function openRow(event: MouseEvent<HTMLAnchorElement>): void {
  const { origin, pathname, hash, target, download } = event.currentTarget;
  if (!isScreenClick(event.nativeEvent, { origin, pathname, hash: '', target, download }, location.origin))
    return;
  event.preventDefault();
  openPath(pathname + hash);
}

export function Today(facts: Facts) {
  const { task, lines, isDone } = toToday(facts);
  return (
    <section aria-labelledby="today" className="mt-6 rounded-lg border border-line bg-surface">
      <div
        data-theme="dark"
        className="ink-band flex flex-wrap items-center gap-x-8 gap-y-6 rounded-t-[inherit] border-0 p-5 last:rounded-b-[inherit] sm:flex-nowrap sm:p-7"
      >
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="today" className="eyebrow">
            Today
          </h2>
          <p className="mt-2 line-clamp-4 font-display text-2xl sm:text-3xl font-bold leading-tight text-strong [overflow-wrap:anywhere]">
            {task.text}
          </p>
          <p className="mt-2 line-clamp-3 max-w-measure [overflow-wrap:anywhere]">{task.detail}</p>
          <ButtonLink
            href={task.href}
            onClick={openRow}
            size="large"
            variant={isDone && task.league !== null ? 'secondary' : 'primary'}
            className="mt-5 max-sm:w-full"
          >
            {task.action}
            {task.about ? <span className="sr-only"> {task.about}</span> : null}
            <Icon path={arrowRight} size={18} />
          </ButtonLink>
        </div>
        <Goal goal={facts.goal} done={toDoneToday(facts)} />
      </div>
      {lines.length > 0 ? (
        <>
          <h3
            id="after-today"
            className="px-[20px] pt-4 pb-1 font-sans text-sm font-semibold text-muted sm:px-7"
          >
            {isDone ? 'Tomorrow' : 'After that'}
          </h3>
          <ul aria-labelledby="after-today" className="divide-y divide-line">
            {lines.map((line) => (
              <li key={line.href}>
                <TodayLine {...line} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function TodayLine({ text, detail, href, league }: Line) {
  return (
    <a
      href={href}
      onClick={openRow}
      className="flex min-h-12 items-center gap-[12px] px-[20px] py-2.5 transition-colors hover:bg-hover sm:px-7"
    >
      {league === null ? (
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-strong">
          <Icon path={revision} size={18} />
        </span>
      ) : (
        <LeagueEmblem league={league} className="size-8 shrink-0" />
      )}
      <span className="min-w-0 flex-1 leading-snug">
        <span className="line-clamp-2 font-semibold text-strong [overflow-wrap:anywhere]">{text}</span>
        <span className="line-clamp-1 text-sm text-muted [overflow-wrap:anywhere]">{detail}</span>
      </span>
      <Icon path={arrowRight} size={18} className="shrink-0 text-muted" />
    </a>
  );
}

function Goal({ goal, done }: { goal: number; done: number }) {
  return (
    <div className="flex flex-wrap items-center gap-4 sm:flex-col sm:gap-3">
      <ProgressRing
        value={Math.min((done / goal) * 100, 100)}
        label="Goal of today"
        valueText={`${done} of ${countOf(goal, 'resource')}`}
        size={88}
      >
        {done}/{goal}
      </ProgressRing>
      <fieldset>
        <legend className="mb-1 w-full text-sm text-muted sm:text-center">Resources a day</legend>
        <div className="flex">
          {DAILY_GOALS.map((choice) => (
            <label
              key={choice}
              className="relative -ms-px grid h-11 w-[min(3rem,15vw)] cursor-pointer place-items-center border border-line-strong font-semibold text-strong first:rounded-s-md last:rounded-e-md hover:bg-hover has-checked:bg-brand has-checked:text-on-brand has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="daily-goal"
                checked={choice === goal}
                onChange={() => void saveGoal(choice)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {choice}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
