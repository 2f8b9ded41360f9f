import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#site/islands/ui/Button.tsx';
import { toActionFailure } from '../action/failures.ts';
import { isNarrowed } from '../list/list-state.ts';
import { type Chosen, findMatches, type UserList } from './user-list.ts';

interface Props {
  users: UserList;
  count: string;
  onFound: (everybody: readonly Chosen[]) => void;
}

export function EveryMatch({ users, count, onFound }: Props) {
  const list = useStore(users.list.$list);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffered = useRef(false);
  useEffect(() => {
    isOffered.current = true;
    return () => {
      isOffered.current = false;
    };
  }, []);
  const find = async () => {
    const asked = users.$params.get();
    setBusy(true);
    setFailure(null);
    try {
      const everybody = await findMatches(asked);
      // The search or the choice changed meanwhile.
      if (!isOffered.current || users.$params.get() !== asked) return;
      document.getElementById('chosen-rows')?.focus({ preventScroll: true });
      onFound(everybody);
    } catch (error) {
      setFailure(toActionFailure('choose them all', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="-ms-3 text-start! underline underline-offset-3"
        busy={busy}
        busyLabel="Choosing…"
        onClick={() => void find()}
      >
        {isNarrowed(list) ? `Choose all ${count} who match these filters` : `Choose all ${count} users`}
      </Button>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </>
  );
}
