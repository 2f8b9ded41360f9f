import { Suspense, useEffect } from 'react';
import { mayEnterAdmin, type Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { lazyPart } from '#site/islands/shared/lazy-part.ts';
import { enableProofPrompt } from '#site/islands/shared/passkeys/lazy-proof-prompt.ts';
import { Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { BoardsCard } from './BoardsCard.tsx';
import { OwnDataCard } from './OwnDataCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';

const PublicPageCard = lazyPart(async () => (await import('./PublicPageCard.tsx')).PublicPageCard);
const NewsCard = lazyPart(async () => (await import('./NewsCard.tsx')).NewsCard);

export function AccountCards({ user }: { user: User }) {
  useEffect(enableProofPrompt, []);
  return (
    <div className="mt-6 grid gap-6">
      {user.status === 'ACTIVE' && user.emailVerified ? (
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          <PublicPageCard />
        </Suspense>
      ) : null}
      <SignInCard user={user} />
      <PasskeysCard />
      <SessionsCard />
      <Suspense fallback={<Skeleton className="h-190 rounded-lg" />}>
        <NewsCard />
      </Suspense>
      {mayEnterAdmin(user.role as Role) ? null : <BoardsCard user={user} />}
      <OwnDataCard user={user} />
    </div>
  );
}
