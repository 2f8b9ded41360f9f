import { NewsList } from '#site/islands/shared/news/NewsList.tsx';
import { PageHeader } from '../page/PageHeader.tsx';

export function News() {
  return (
    <section className="max-w-4xl">
      <PageHeader title="Your news">
        The last 90 days.{' '}
        <a href="/dashboard/profile" target="_self" className="link">
          Choose what you get
        </a>
      </PageHeader>
      <NewsList area="/admin" />
    </section>
  );
}
