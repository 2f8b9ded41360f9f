import { type SQL, sql } from 'drizzle-orm';
import {
  LEARNER_SEARCH_MAX_LENGTH,
  LEARNER_SEARCH_MIN_LENGTH,
  LEARNER_SEARCH_ROWS,
  LEARNER_SEARCH_WORDS_MAX,
  type LearnerSearchData,
} from '#contract/learner-search.ts';
import type { Database } from '../platform/db/client.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { alphabetical } from '../platform/db/paging.ts';
import { foldedText } from '../platform/db/text-search.ts';

const NOTHING: LearnerSearchData = { leagues: [], weeks: [], sections: [], resources: [] };

/**
 * Searches all leagues and the contents of the learner's own. Every word has to match in the names from league to item,
 * and at least one in the item's own name.
 */
export function createLearnerSearch(db: Database) {
  const find = prepareSearch(db);
  return async (userId: string, text: string): Promise<LearnerSearchData> => {
    const words = toWords(text);
    const [first] = words;
    if (first === undefined) return NOTHING;
    const [found] = await find.execute({ userId, words: words.join(' '), first });
    return found ?? NOTHING;
  };
}

function toWords(text: string): string[] {
  const cleaned = text.replaceAll('\0', '').trim();
  if ([...cleaned].length < LEARNER_SEARCH_MIN_LENGTH) return [];
  return cleaned.slice(0, LEARNER_SEARCH_MAX_LENGTH).split(/\s+/).slice(0, LEARNER_SEARCH_WORDS_MAX);
}

// A line feed keeps a word from matching across two names.
const LINE = sql`chr(10)`;

const hasEveryWord = (text: SQL) =>
  sql`not exists (select 1 from asked where strpos(${text}, asked.word) = 0)`;
const hasSomeWord = (text: SQL) => sql`exists (select 1 from asked where strpos(${text}, asked.word) > 0)`;

interface Kind<Fields> {
  /** Needs `id`, `name`, `own` (folded name) and `text` (folded names down from the league). */
  table: SQL;
  isFound: SQL;
  place: SQL;
  fields: Fields;
}

// Names that start with the first word, then names with all words, then by place.
function nearest<Fields extends Record<string, SQL>>({ table, isFound, place, fields }: Kind<Fields>) {
  return rowList(
    selectRow({ id: sql<string>`f.id`, name: sql<string>`f.name`, ...fields })
      .from(
        sql`(
          select t.*, row_number() over (
            order by strpos(t.own, (select word from opening)) <> 1, not ${hasEveryWord(sql`t.own`)}, ${place}, t.id
          ) as rank
          from ${table} t
          where ${isFound} and ${hasEveryWord(sql`t.text`)}
          order by rank limit ${sql.raw(String(LEARNER_SEARCH_ROWS))}
        ) f`,
      )
      .orderBy(sql`f.rank`),
  );
}

const parent = (kind: 'league' | 'week' | 'section') =>
  asRow({ id: sql<string>`f.${sql.raw(kind)}_id`, name: sql<string>`f.${sql.raw(kind)}_name` });

function prepareSearch(db: Database) {
  const user = sql.placeholder('userId');
  const isNamed = hasSomeWord(sql`t.own`);
  const leagueRank = alphabetical(sql`t.league_name`);
  // Materialized, so that each text is folded once.
  const tables = sql`with asked as materialized (
      select ${foldedText(sql`w.word`)} as word
      from unnest(string_to_array(${sql.placeholder('words')}::text, ' ')) as w(word)
    ), opening as materialized (
      select ${foldedText(sql`${sql.placeholder('first')}::text`)} as word
    ), all_leagues as materialized (
      select l.id, l.name, ${foldedText(sql`l.name`)} as own,
        ${foldedText(sql`concat_ws(${LINE}, l.name, l.description)`)} as text,
        exists (select 1 from enrollments e where e.user_id = ${user} and e.league_id = l.id) as is_enrolled
      from leagues l
    ), own_weeks as materialized (
      select w.id, w.name, w.own, l.own || ${LINE} || w.own as text, w."order" as place,
        l.id as league_id, l.name as league_name
      from all_leagues l
      join lateral (select *, ${foldedText(sql`name`)} as own from weeks where league_id = l.id offset 0) w on true
      where l.is_enrolled
    ), own_sections as materialized (
      select s.id, s.name, s.own, w.text || ${LINE} || s.own as text, s."order" as place,
        w.place as week_place, w.id as week_id, w.name as week_name, w.league_id, w.league_name
      from own_weeks w
      join lateral (select *, ${foldedText(sql`name`)} as own from sections where week_id = w.id offset 0) s on true
    ), own_resources as materialized (
      select r.id, r.name, r.minutes, r.own, s.text || ${LINE} || r.own as text, r.place, s.week_place,
        s.place as section_place, s.id as section_id, s.name as section_name, s.week_id, s.week_name,
        s.league_id, s.league_name
      from own_sections s
      join lateral (
        select id, title as name, minutes, "order" as place, ${foldedText(sql`title`)} as own
        from resources where section_id = s.id offset 0
      ) r on true
    )`;
  const found = {
    leagues: nearest({
      table: sql`all_leagues`,
      isFound: sql`true`,
      place: sql`not t.is_enrolled, ${alphabetical(sql`t.name`)}`,
      fields: { isEnrolled: sql<boolean>`f.is_enrolled` },
    }),
    weeks: nearest({
      table: sql`own_weeks`,
      isFound: isNamed,
      place: sql`${leagueRank}, t.place`,
      fields: { league: parent('league') },
    }),
    sections: nearest({
      table: sql`own_sections`,
      isFound: isNamed,
      place: sql`${leagueRank}, t.week_place, t.place`,
      fields: { week: parent('week'), league: parent('league') },
    }),
    resources: nearest({
      table: sql`own_resources`,
      isFound: isNamed,
      place: sql`${leagueRank}, t.week_place, t.section_place, t.place`,
      fields: {
        minutes: sql<number | null>`f.minutes`,
        section: parent('section'),
        week: parent('week'),
        league: parent('league'),
      },
    }),
  };
  const lists = Object.entries(found).map(([name, list]) => sql`${list} as ${sql.identifier(name)}`);
  const column = <Value>(name: string, _: SQL<Value>) => sql<Value>`found.${sql.identifier(name)}`;
  return db
    .select({
      leagues: column('leagues', found.leagues),
      weeks: column('weeks', found.weeks),
      sections: column('sections', found.sections),
      resources: column('resources', found.resources),
    })
    .from(sql`(${tables} select ${sql.join(lists, sql`, `)}) found`)
    .prepare('learner_search');
}
