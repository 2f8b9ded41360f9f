import { NewsList } from '#site/islands/shared/news/NewsList.tsx';
import { PATHS } from '../routing/router.ts';
import { ScreenHeading } from '../shell/ScreenHeading.tsx';

export function News() {
  return (
    <>
      <ScreenHeading title="News" />
      <p className="mt-2 max-w-measure text-muted">
        The last 90 days.{' '}
        <a href={PATHS.profile} className="link">
          Choose what you get
        </a>
      </p>
      <NewsList area="/dashboard" />
    </>
  );
}
