import { Loading, Skeleton } from './Skeleton.tsx';

interface Props {
  /** Leaves room for a search box, which takes its own row on a phone. */
  hasSearch?: boolean;
  className?: string;
}

/** Of a signed-in screen; pages draw it too, until the island starts. */
export function ShellSkeleton({ hasSearch = false, className = '' }: Props) {
  return (
    <div className={`${className} lg:grid lg:min-h-dvh lg:grid-cols-[16rem_1fr]`}>
      <div className="hidden border-e border-line p-4 lg:block">
        <div className="skeleton mt-1 h-8 w-36" />
        <div className="skeleton mt-8 h-52" />
      </div>
      <div>
        <div className="border-b border-line px-4 sm:px-6 lg:px-8">
          <div className="flex h-(--nav-height) items-center justify-between gap-4">
            <div className="skeleton h-6 w-44" />
            <div className="skeleton size-10 rounded-full" />
          </div>
          {hasSearch ? <div className="skeleton mb-2 h-11 sm:hidden" /> : null}
        </div>
        <main className="mx-auto max-w-6xl px-4 pt-6 sm:px-6 lg:px-8 lg:pt-8">
          <h1 className="sr-only">Loading</h1>
          <ScreenSkeleton />
        </main>
      </div>
    </div>
  );
}

export function ScreenSkeleton() {
  return (
    <Loading label="Loading…">
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="mt-8 h-40 rounded-lg" />
      <Skeleton className="mt-4 h-72 rounded-lg" />
    </Loading>
  );
}
