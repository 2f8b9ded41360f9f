import type { ReactElement } from 'react';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { Loading, Skeleton, SkeletonText } from '#site/islands/ui/Skeleton.tsx';
import { Specimen } from './Specimen.tsx';

/** What stands where content is missing, late or refused. */
export function States(): ReactElement {
  return (
    <>
      <Specimen name="Alerts">
        <div className="grid gap-3 md:grid-cols-2">
          <Alert tone="success" title="Saved" announce={false}>
            Your note is kept.
          </Alert>
          <Alert tone="info" announce={false}>
            Approval can take up to 24 hours.
          </Alert>
          <Alert tone="warning" title="Due in 2 days" announce={false} />
          <Alert tone="danger" title="Could not save" announce={false}>
            Your words are still here. Check the connection and try again.
          </Alert>
        </div>
      </Specimen>
      <Specimen name="Cards and states">
        <div className="grid gap-5 md:grid-cols-3">
          <Card>
            <h3 className="text-lg">Plain</h3>
            <p className="mt-2 text-muted">A hairline, no shadow.</p>
          </Card>
          <Card variant="link">
            <h3 className="text-lg">
              <a href="#main" className="after:absolute after:inset-0">
                A card that is a link
              </a>
            </h3>
            <p className="mt-2 text-muted">The whole card is the target; its edge answers.</p>
          </Card>
          <Card variant="sunken">
            <h3 className="text-lg">Sunken</h3>
            <p className="mt-2 text-muted">For what is secondary.</p>
          </Card>
          <Card>
            <Loading label="Loading a card">
              <Skeleton className="size-12 rounded-full" />
              <Skeleton className="mt-4 h-6 w-1/2" />
              <SkeletonText className="mt-4" />
            </Loading>
          </Card>
          <EmptyState
            title="No leagues yet"
            as="h3"
            action={
              <ButtonLink href="#main" variant="secondary">
                Explore Leagues
              </ButtonLink>
            }
          >
            Leagues you join will be listed here with your progress.
          </EmptyState>
          <ErrorState title="Unable to load" onRetry={() => {}}>
            Nothing is lost. Check the connection and try again.
          </ErrorState>
        </div>
      </Specimen>
    </>
  );
}
