import { emblemFor } from '#contract/emblems.ts';
import { PlainText } from '../shared/markdown/Markdown.tsx';
import { LeagueEmblem } from '../ui/LeagueEmblem.tsx';
import { type League, pickModules, toCount } from './programme.ts';

export function LeagueCard({ league }: { league: League }) {
  const { shown, more } = pickModules(league.weeks);
  return (
    <li className="league-card" data-league={emblemFor(league.name)}>
      <div className="league-top">
        <LeagueEmblem league={league.name} variant="line" size={72} />
        <span className="league-open">Available Now</span>
      </div>
      <h2>
        <a href={`/signin?league=${encodeURIComponent(league.id)}`}>{league.name}</a>
      </h2>
      {league.description && (
        <p>
          <PlainText text={league.description} />
        </p>
      )}
      <p className="league-count">{toCount(league.weeks.length, 'module')}</p>
      {shown.length > 0 && (
        <ol className="league-modules">
          {shown.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className="league-more">
          +{more} more {more === 1 ? 'module' : 'modules'} included
        </p>
      )}
      <ul className="league-extras">
        <li>Community Access</li>
        <li>Certificate</li>
      </ul>
    </li>
  );
}
