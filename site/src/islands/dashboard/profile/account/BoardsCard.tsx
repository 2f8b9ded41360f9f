import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { $boardChoice, clearBoardChoice, hideFromBoards } from './board-choice.ts';
import { Outcome, SettingRow } from './Outcome.tsx';

export function BoardsCard({ user }: { user: User }) {
  const { sent, result } = useStore($boardChoice);
  useEffect(() => clearBoardChoice, []);
  return (
    <TitledCard title="Leaderboard">
      <SettingRow
        title="Hide me from other learners"
        action={
          <Switch
            label="Hide me from other learners"
            labelHidden
            checked={sent ?? user.isHiddenFromBoards === true}
            disabled={sent !== null}
            onChange={(isHidden) => void hideFromBoards(isHidden)}
          />
        }
      >
        Other learners then see you on no leaderboard; the ranks skip your place. You and the staff still see
        your row.
      </SettingRow>
      <Outcome result={result} />
    </TitledCard>
  );
}
