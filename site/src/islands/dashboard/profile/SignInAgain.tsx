import { rememberReturnPath } from '#site/islands/shared/session/return-path.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';

/** The way on when the session is over: sign-in, and back to this place. */
export function SignInAgain() {
  return (
    <ButtonLink
      variant="secondary"
      size="small"
      className="mt-3"
      href="/signin"
      target="_self"
      onClick={() => rememberReturnPath(location.pathname)}
    >
      Sign in again
    </ButtonLink>
  );
}
