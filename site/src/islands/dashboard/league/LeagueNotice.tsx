import type { ReactNode } from 'react';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

interface Props {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function LeagueNotice({ title, action, children }: Props) {
  return (
    <section className="mx-auto max-w-measure py-8 text-center sm:py-16">
      <ScreenHeading title={title} />
      <div className="mt-4 text-balance text-muted">{children}</div>
      <div className="mt-8 flex flex-wrap justify-center gap-3 max-sm:mx-auto max-sm:max-w-60 max-sm:flex-col">
        {action}
        <ButtonLink href={PATHS.overview} variant="secondary">
          Back to Dashboard
        </ButtonLink>
      </div>
    </section>
  );
}
