import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of the catalogue that is on its way. */
export function CatalogueSkeleton() {
  return (
    <Loading label="Loading leagues…">
      <div className="mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-96 w-full rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
