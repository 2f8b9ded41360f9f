import { check } from '#site/icons/states.ts';
import { Icon } from '../ui/Icon.tsx';
import type { MigrationStep } from './profile-migration.ts';

const STEPS = ['Academic Details', 'Social & Contact'] as const;

interface Props {
  step: MigrationStep;
}

export function MigrationProgress({ step }: Props) {
  return (
    <ol
      aria-label="Progress"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3"
    >
      {STEPS.map((name, index) => {
        const number = index + 1;
        const isDone = number < step;
        const isCurrent = number === step;
        return (
          <li key={name} aria-current={isCurrent ? 'step' : undefined} className="grid content-start gap-3">
            <span
              className={`h-2 rounded-full border ${isDone || isCurrent ? 'border-ink bg-brand' : 'border-transparent bg-track'}`}
            />
            <span className="flex items-center gap-2.5">
              <span
                className={`grid size-7 shrink-0 place-items-center rounded-full border font-display text-sm font-bold tabular-nums ${
                  isDone || isCurrent ? 'border-ink bg-brand text-on-brand' : 'border-line-strong text-muted'
                }`}
              >
                {isDone ? <Icon path={check} size={16} /> : number}
              </span>
              <span
                className={`min-w-0 leading-tight ${isCurrent ? 'font-semibold text-strong' : 'text-muted'}`}
              >
                {name}
                {isDone ? <span className="sr-only"> (done)</span> : null}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
