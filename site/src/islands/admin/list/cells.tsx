import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';

export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="block max-w-72 md:min-w-36">
      <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
        {name}
      </span>
      <span className="block text-sm font-normal text-muted">
        <EmailText email={email} />
      </span>
    </span>
  );
}

export function LeagueCell({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <LeagueEmblem league={name} size={22} />
      <span
        className="line-clamp-2 leading-snug wrap-anywhere md:max-w-40 md:min-w-24 xl:max-w-48"
        title={name}
      >
        {name}
      </span>
    </span>
  );
}

export function DayCell({ at }: { at: string }) {
  return (
    <time dateTime={at} className="md:whitespace-nowrap text-muted tabular-nums">
      {toShortDate(at)}
    </time>
  );
}
