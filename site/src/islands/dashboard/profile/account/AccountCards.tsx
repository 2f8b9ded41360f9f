import type { User } from '#contract/users.ts';
import { OwnDataCard } from './OwnDataCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';

/** What a person may do with the own account: how one signs in, where one is signed in, and one's own data. */
export function AccountCards({ user }: { user: User }) {
  return (
    <div className="mt-6 grid gap-6">
      <SignInCard user={user} />
      <SessionsCard />
      <OwnDataCard user={user} />
    </div>
  );
}
