import { type MailRhythm, NEWS_MAIL_HOUR, type NewsChoices } from '#contract/news.ts';
import { BareCheckbox } from '#site/islands/ui/Checkbox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { Loaded } from '../../shell/Loaded.tsx';
import { TitledCard } from '../../shell/TitledCard.tsx';
import { choose, newsChoices } from './news-choices.ts';

const CHANNELS = [
  { channel: 'isShown', label: 'On this site' },
  { channel: 'isMailed', label: 'By mail' },
] as const;
const RHYTHMS: readonly { value: MailRhythm; label: string }[] = [
  { value: 'DAILY', label: `Daily at ${NEWS_MAIL_HOUR}:00` },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'NEVER', label: 'Never' },
];

export function NewsCard() {
  return (
    <TitledCard title="News and mail">
      <Loaded query={newsChoices} noun="choices" skeleton="h-165">
        {(choices) => <Choices choices={choices} />}
      </Loaded>
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
          onChange={({ target }) =>
            void choose({ mailRhythm: target.value as MailRhythm }, { mailRhythm: choices.mailRhythm })
          }
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
            onChange={({ target }) =>
              void choose(
                { kinds: [{ kind: kind.kind, [channel]: target.checked }] },
                { kinds: [{ kind: kind.kind, [channel]: !target.checked }] },
              )
            }
          />
        </td>
      ))}
    </tr>
  );
}
