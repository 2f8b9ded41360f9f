import { Spinner } from '#site/islands/ui/Spinner.tsx';

export function ProfileWaiting() {
  return (
    <main className="grid min-h-dvh place-content-center">
      <h1 className="sr-only">Profile</h1>
      <Spinner label="Loading profile..." />
    </main>
  );
}
