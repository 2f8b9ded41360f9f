import { reloadUser } from '#site/islands/shared/session/session.ts';
import { Button } from '#site/islands/ui/Button.tsx';

export function UnreachableScreen() {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-measure content-center gap-4 p-6">
      <h1 className="title">Connection Issue</h1>
      <p role="alert" className="text-muted">
        You're offline, or our server is down. You are still signed in, and your progress is safe.
      </p>
      <p>
        <Button onClick={() => void reloadUser()}>Try Again</Button>
      </p>
    </main>
  );
}
