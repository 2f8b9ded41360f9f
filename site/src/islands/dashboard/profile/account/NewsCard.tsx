import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type MailRhythm, NEWS_MAIL_HOUR, type NewsChoices } from '#contract/news.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { BareCheckbox } from '#site/islands/ui/Checkbox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { LoadFailure } from '../../shell/LoadFailure.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import {
  $newsChoiceResult,
  type Channel,
  chooseChannel,
  chooseRhythm,
  clearNewsChoiceResult,
  newsChoices,
} from './news-choices.ts';
import { Outcome } from './Outcome.tsx';

const CHANNELS: readonly { channel: Channel; label: string }[] = [
  { channel: 'isShown', label: 'On this site' },
  { channel: 'isMailed', label: 'By mail' },
];
const RHYTHMS: readonly { value: MailRhythm; label: string }[] = [
  { value: 'DAILY', label: `Daily at ${NEWS_MAIL_HOUR}:00` },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'NEVER', label: 'Never' },
];

export function NewsCard() {
  const { data, error } = useQuery(newsChoices);
  useEffect(() => clearNewsChoiceResult, []);
  return (
    <TitledCard title="News and mail">
      {data ? (
        <Choices choices={data} />
      ) : error ? (
        <LoadFailure
          title="Your choices did not load"
          retryLabel="Try again"
          onRetry={() => void newsChoices.ensure()}
        >
          {error.message}
        </LoadFailure>
      ) : (
        <Loading label="Loading your choices…">
          <Skeleton className="h-165 w-full" />
        </Loading>
      )}
    </TitledCard>
  );
}

function Choices({ choices }: { choices: NewsChoices }) {
  return (
    <div className="grid gap-4">
      <Field
        label="Collected news by mail"
        hint="One mail at most, and only when there is something new. News “mailed at once” does not wait."
        className="max-w-md"
      >
        <Select
          options={RHYTHMS}
          value={choices.mailRhythm}
          onChange={({ target }) => void chooseRhythm(choices.mailRhythm, target.value as MailRhythm)}
        />
      </Field>
      <div className="overflow-x-auto">
        <table className="w-full min-w-60 max-w-2xl text-start">
          <caption className="sr-only">News by kind and channel</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-muted">
              <th scope="col" className="py-2 text-start align-bottom font-semibold">
                News
              </th>
              {CHANNELS.map(({ channel, label }) => (
                <th
                  key={channel}
                  scope="col"
                  className="w-16 py-2 text-center align-bottom font-semibold sm:w-28"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {choices.kinds.map((kind) => (
              <Kind key={kind.kind} kind={kind} rhythm={choices.mailRhythm} />
            ))}
          </tbody>
        </table>
      </div>
      <Outcome result={useStore($newsChoiceResult)} />
    </div>
  );
}

function Kind({ kind, rhythm }: { kind: NewsChoices['kinds'][number]; rhythm: MailRhythm }) {
  const isUnmailed = kind.mail === 'COLLECTED' && rhythm === 'NEVER';
  const note = kind.isFixed ? 'Always on, mailed at once' : kind.mail === 'AT_ONCE' ? 'Mailed at once' : '';
  return (
    <tr>
      <th scope="row" className="py-2 pe-2 text-start font-normal text-strong max-sm:text-sm">
        {kind.label}
        {note ? <span className="block text-sm text-muted">{note}</span> : null}
      </th>
      {CHANNELS.map(({ channel, label }) => (
        <td key={channel}>
          <BareCheckbox
            label={`${kind.label}: ${label}`}
            className="min-h-11 justify-center"
            checked={kind[channel] && !(channel === 'isMailed' && isUnmailed)}
            disabled={kind.isFixed || (channel === 'isMailed' && isUnmailed)}
            onChange={({ target }) => void chooseChannel(kind, channel, target.checked)}
          />
        </td>
      ))}
    </tr>
  );
}
