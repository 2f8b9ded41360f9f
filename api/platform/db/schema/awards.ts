import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foldedText } from '../text-search.ts';
import { users } from './accounts.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';
import { leagues, specializations } from './curriculum.ts';

/** One badge per league. Staff award badges without a league by hand. */
export const badges = pgTable(
  'badges',
  {
    id: text('id').primaryKey(),
    leagueId: text('league_id').references(() => leagues.id, { onDelete: 'cascade' }),
    /** Of the rule in `api/awards/rules/` that gives it; null for a badge that staff made. */
    key: text('key'),
    name: text('name').notNull(),
    description: text('description'),
    imageUrl: text('image_url'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('badges_league_id_key').on(table.leagueId),
    uniqueIndex('badges_key_key').on(table.key),
  ],
);

/** `png` is base64. `digest` is part of the picture's URL, so that browsers cache it forever. */
export const badgePictures = pgTable(
  'badge_pictures',
  {
    badgeId: belongsTo('badge_id', () => badges.id).primaryKey(),
    digest: text('digest').notNull(),
    png: text('png').notNull(),
  },
  (table) => [
    check('badge_pictures_digest', sql`${table.digest} ~ '^[0-9a-f]{16}$'`),
    check('badge_pictures_size', sql`octet_length(decode(${table.png}, 'base64')) between 1 and 102400`),
  ],
);

export const userBadges = pgTable(
  'user_badges',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    badgeId: belongsTo('badge_id', () => badges.id),
    earnedAt: moment('earned_at').notNull().defaultNow(),
    awardedById: text('awarded_by_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('user_badges_user_badge_key').on(table.userId, table.badgeId),
    // Newest holders first; `userId` serves the search by name.
    index('user_badges_badge_id_idx').on(
      table.badgeId,
      table.earnedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.userId,
    ),
    index('user_badges_awarded_by_id_idx').on(table.awardedById).where(sql`${table.awardedById} is not null`),
  ],
);

export const userSpecializations = pgTable(
  'user_specializations',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    specializationId: belongsTo('specialization_id', () => specializations.id),
    completedAt: moment('completed_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_specializations_pair_key').on(table.userId, table.specializationId),
    index('user_specializations_specialization_id_idx').on(table.specializationId),
  ],
);

/**
 * Texts as of issue; outlives resets, renames and the league. `code` is 60 random bits in Crockford base32, and a
 * trigger blanks personal data when the holder's account is deleted.
 */
export const certificates = pgTable(
  'certificates',
  {
    id: text('id').primaryKey(),
    code: text('code').notNull().default(sql`new_certificate_code()`),
    kind: text('kind').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    leagueId: text('league_id').references(() => leagues.id, { onDelete: 'set null' }),
    specializationId: text('specialization_id').references(() => specializations.id, {
      onDelete: 'set null',
    }),
    holderName: text('holder_name'),
    title: text('title').notNull(),
    issuer: text('issuer').notNull(),
    completedAt: moment('completed_at').notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    renamedAt: moment('renamed_at'),
    renamingReason: text('renaming_reason'),
    revokedAt: moment('revoked_at'),
    revokedById: text('revoked_by_id').references(() => users.id, { onDelete: 'set null' }),
    revocationReason: text('revocation_reason'),
    erasedAt: moment('erased_at'),
    searchText: text('search_text').generatedAlwaysAs(
      foldedText(sql.raw(`(coalesce("holder_name", '') || chr(10) || "title" || chr(10) || "code")`)),
    ),
  },
  (table) => [
    uniqueIndex('certificates_code_key').on(table.code),
    uniqueIndex('certificates_user_league_key').on(table.userId, table.leagueId),
    uniqueIndex('certificates_user_specialization_key').on(table.userId, table.specializationId),
    index('certificates_issued_at_idx').on(table.issuedAt.desc().nullsFirst(), table.id),
    index('certificates_league_id_idx').on(table.leagueId, table.issuedAt.desc().nullsFirst(), table.id),
    index('certificates_withdrawn_idx')
      .on(table.issuedAt.desc().nullsFirst(), table.id, table.leagueId)
      .where(sql`${table.revokedAt} is not null or ${table.erasedAt} is not null`),
    index('certificates_specialization_id_idx').on(table.specializationId),
    index('certificates_revoked_by_id_idx')
      .on(table.revokedById)
      .where(sql`${table.revokedById} is not null`),
    check('certificates_code_form', sql`${table.code} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`),
    check('certificates_kind_known', sql`${table.kind} in ('LEAGUE','SPECIALIZATION')`),
    check(
      'certificates_one_subject',
      sql`case ${table.kind} when 'LEAGUE' then ${table.specializationId} else ${table.leagueId} end is null`,
    ),
    check('certificates_holder', sql`(${table.userId} is null) = (${table.holderName} is null)`),
    check('certificates_erased', sql`(${table.userId} is null) = (${table.erasedAt} is not null)`),
    check('certificates_title_present', sql`length(${table.title}) > 0`),
    check(
      'certificates_revocation',
      sql`(${table.revokedAt} is null) = (${table.revocationReason} is null) or ${table.erasedAt} is not null`,
    ),
    check(
      'certificates_renaming',
      sql`(${table.renamedAt} is null) = (${table.renamingReason} is null) or ${table.erasedAt} is not null`,
    ),
    check('certificates_renaming_reason_length', sql`length(${table.renamingReason}) between 3 and 500`),
    check('certificates_reason_length', sql`length(${table.revocationReason}) between 3 and 500`),
  ],
);
