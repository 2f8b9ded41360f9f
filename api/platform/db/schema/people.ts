import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';
import { submissions } from './learning.ts';

const choice = (name: string) => boolean(name).notNull().default(false);

/** What a person shows at `/people/{address}`; nothing without a row. */
export const publicProfiles = pgTable(
  'public_profiles',
  {
    userId: belongsTo('user_id', () => users.id).primaryKey(),
    address: text('address').notNull(),
    about: text('about'),
    isPublic: choice('is_public'),
    isIndexed: choice('is_indexed'),
    showsName: choice('shows_name'),
    showsLeagues: choice('shows_leagues'),
    showsBadges: choice('shows_badges'),
    showsCertificates: choice('shows_certificates'),
    showsEvents: choice('shows_events'),
    showsLinks: choice('shows_links'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('public_profiles_address_key').on(table.address),
    check('public_profiles_address_form', sql`${table.address} ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'`),
    check('public_profiles_about_length', sql`length(${table.about}) between 1 and 280`),
  ],
);

/** Submissions that their owner picked; only approved ones are shown. */
export const publicProfileProjects = pgTable(
  'public_profile_projects',
  {
    userId: belongsTo('user_id', () => users.id),
    submissionId: belongsTo('submission_id', () => submissions.id),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.submissionId] }),
    index('public_profile_projects_submission_id_idx').on(table.submissionId),
  ],
);

/** An award that was signed. The row outlives the award, so that no other credential gets its `statusIndex`. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    awardId: text('award_id').notNull(),
    /** Random, because a restored backup does not know the latest ones. */
    statusIndex: integer('status_index').notNull(),
    salt: text('salt').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('credentials_award_key').on(table.kind, table.awardId),
    uniqueIndex('credentials_status_index_key').on(table.statusIndex),
    check('credentials_kind_known', sql`${table.kind} in ('badge','certificate','specialization')`),
    check('credentials_status_index_range', sql`${table.statusIndex} between 0 and 1048575`),
  ],
);

/** Keys as JWK; `privateKey` is sealed with SECRET_KEY. The newest that is not retired signs. */
export const credentialKeys = pgTable('credential_keys', {
  /** RFC 7638 thumbprint. */
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
  retiredAt: moment('retired_at'),
});
