import { useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { enableProofPrompt } from '#site/islands/shared/passkeys/lazy-proof-prompt.ts';
import { OwnDataCard } from './OwnDataCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';

export function AccountCards({ user }: { user: User }) {
  useEffect(enableProofPrompt, []);
  return (
    <div className="mt-6 grid gap-6">
      <SignInCard user={user} />
      <PasskeysCard />
      <SessionsCard />
      <OwnDataCard user={user} />
    </div>
  );
}
