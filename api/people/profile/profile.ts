import { and, desc, eq, exists, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { BADGE_PICTURE_PATH } from '#contract/badges.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import { API_BASE_PATH } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { readHandle } from '#contract/profile-rules.ts';
import {
  type OwnPublicProfile,
  PUBLIC_PROFILE_ERRORS,
  type PublicProfile,
} from '#contract/public-profile.ts';
import type { Database } from '../../platform/db/client.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { eventRegistrations, events } from '../../platform/db/schema/community.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { leagueProgress, submissions } from '../../platform/db/schema/learning.ts';
import { publicProfileProjects, publicProfiles } from '../../platform/db/schema/people.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { dayIn } from '../../platform/process/product.ts';
import { approvedSubmissions, earnedBadges, toLink, validCertificates } from '../achievements.ts';

// The address comes first: an absent row is known by its first column.
const { userId, createdAt, updatedAt, ...SETTINGS } = getTableColumns(publicProfiles);
const NOTHING_SHOWN: OwnPublicProfile['settings'] = {
  ...{ address: null, about: null, isPublic: false, isIndexed: false, showsName: false, showsLeagues: false },
  ...{ showsBadges: false, showsCertificates: false, showsEvents: false, showsLinks: false },
};

const isComplete = sql`${leagues.sectionsCount} > 0 and ${leagueProgress.completedSections} = ${leagues.sectionsCount}`;

const isPicked = sql<boolean>`${exists(
  selectRow({ id: publicProfileProjects.submissionId })
    .from(publicProfileProjects)
    .where(
      and(eq(publicProfileProjects.submissionId, submissions.id), eq(publicProfileProjects.userId, users.id)),
    ),
)}`;

/** Everything that a page could show; `presentPublic` leaves out what its owner did not choose. */
const selectPeople = (db: Database) =>
  db
    .select({
      name: users.name,
      settings: SETTINGS,
      links: {
        portfolioUrl: users.portfolioUrl,
        githubUsername: users.githubUsername,
        twitterHandle: users.twitterHandle,
        linkedinUrl: users.linkedinUrl,
        kaggleUsername: users.kaggleUsername,
      },
      leagues: rowList(
        selectRow({
          name: leagues.name,
          completedAt: sql<string>`coalesce(${leagueProgress.lastCompletedAt}, ${leagueProgress.updatedAt})`,
        })
          .from(leagueProgress)
          .innerJoin(leagues, eq(leagues.id, leagueProgress.leagueId))
          .where(and(eq(leagueProgress.userId, users.id), isComplete))
          .orderBy(desc(leagueProgress.lastCompletedAt), leagues.id),
      ),
      badges: earnedBadges,
      certificates: validCertificates,
      submissions: approvedSubmissions({ isPicked }),
      events: rowList(
        selectRow({ eventId: events.id, title: events.title, startsAt: events.startsAt })
          .from(eventRegistrations)
          .innerJoin(events, eq(events.id, eventRegistrations.eventId))
          .where(and(eq(eventRegistrations.userId, users.id), isNotNull(eventRegistrations.checkedInAt)))
          .orderBy(desc(events.startsAt), events.id),
      ),
    })
    .from(users)
    .leftJoin(publicProfiles, eq(publicProfiles.userId, users.id));
type FoundPerson = Awaited<ReturnType<typeof selectPeople>>[number];

/** Throws PROFILE_NOT_FOUND unless the page is on and its owner's account is ACTIVE. */
export async function findPublic(db: Database, timeZone: string, address: string): Promise<PublicProfile> {
  const isAt = eq(publicProfiles.address, address.toLowerCase());
  const [found] = await selectPeople(db).where(
    and(isAt, publicProfiles.isPublic, eq(users.status, 'ACTIVE')),
  );
  if (!found) throw new ApiError(PUBLIC_PROFILE_ERRORS.PROFILE_NOT_FOUND);
  return presentPublic(found, timeZone);
}

/** Throws TOKEN_INVALID for an account that was deleted meanwhile. */
export async function findOwn(db: Database, timeZone: string, userId: string): Promise<OwnPublicProfile> {
  const [found] = await selectPeople(db).where(eq(users.id, userId));
  if (!found) throw new ApiError(ERRORS.TOKEN_INVALID);
  const { settings, submissions } = found;
  return { settings: settings ?? NOTHING_SHOWN, submissions, preview: presentPublic(found, timeZone) };
}

function presentPublic(found: FoundPerson, timeZone: string): PublicProfile {
  const settings = found.settings ?? NOTHING_SHOWN;
  const dayOf = (moment: string) => dayIn(timeZone, new Date(moment));
  const leagues = found.leagues.map(({ name, completedAt }) => ({ name, completedOn: dayOf(completedAt) }));
  const badges = found.badges.map(({ title, imageUrl, earnedAt }) => ({
    name: title,
    picture: toPicture(imageUrl),
    earnedOn: dayOf(earnedAt),
  }));
  const certificates = found.certificates.map(({ title, code, earnedAt }) => ({
    title,
    code: toPrintedCode(code),
    completedOn: dayOf(earnedAt),
  }));
  const picked = found.submissions.filter(({ isPicked }) => isPicked);
  const projects = picked.map(({ title, league, url }) => ({ title, league, url: toLink(url) }));
  const events = found.events.map(({ startsAt, ...event }) => ({ ...event, day: dayOf(startsAt) }));
  return {
    name: settings.showsName ? found.name : null,
    about: settings.about,
    isIndexed: settings.isIndexed,
    leagues: settings.showsLeagues ? leagues : null,
    badges: settings.showsBadges ? badges : null,
    certificates: settings.showsCertificates ? certificates : null,
    projects: projects.length > 0 ? projects : null,
    events: settings.showsEvents ? events : null,
    links: settings.showsLinks ? presentLinks(found.links) : null,
  };
}

const [PICTURES = ''] = BADGE_PICTURE_PATH.split(':');

function toPicture(imageUrl: string | null): string | null {
  const path = URL.parse(imageUrl ?? '')?.pathname.replace(API_BASE_PATH, '');
  return path?.startsWith(PICTURES) ? path : null;
}

/** Without values that the profile would refuse today. */
function presentLinks(links: FoundPerson['links']): PublicProfile['links'] {
  const handle = (field: Parameters<typeof readHandle>[0]) => readHandle(field, links[field] ?? '') || null;
  return {
    portfolioUrl: toLink(links.portfolioUrl),
    githubUsername: handle('githubUsername'),
    twitterHandle: handle('twitterHandle'),
    linkedinUrl: toLink(links.linkedinUrl),
    kaggleUsername: handle('kaggleUsername'),
  };
}
