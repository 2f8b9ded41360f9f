import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { foldedText } from '../text-search.ts';
import { belongsTo, createdAt, moment, updatedAt } from './columns.ts';
import { cohorts, leagues } from './curriculum.ts';

// One field per line, so that a search term cannot match across two fields.
const searchedText = foldedText(
  sql.raw(
    [
      'name',
      'email',
      ...['olid', 'student_id', 'phone_number', 'twitter_handle', 'linkedin_url', 'github_username'],
      ...['kaggle_username', 'discord_username', 'portfolio_url'],
    ]
      .map((column) => `coalesce("${column}", '') || chr(10)`)
      .concat(`regexp_replace(coalesce("phone_number", ''), '[^0-9]', '', 'g')`)
      .join(' || ')
      .replace(/^/, '(')
      .concat(')'),
  ),
);

/** An account. A null `…At` column means that this has not happened yet. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull().default('PIONEER'),
    status: text('status').notNull().default('PENDING'),
    institute: text('institute'),
    department: text('department'),
    graduationYear: integer('graduation_year'),
    phoneNumber: text('phone_number'),
    studentId: text('student_id'),
    olid: text('olid'),
    migratedToV2At: moment('migrated_to_v2_at'),
    emailVerifiedAt: moment('email_verified_at'),
    /** First proof of the address by a mailed code or link; null while only staff vouched for it. */
    mailboxProvenAt: moment('mailbox_proven_at'),
    discordUsername: text('discord_username'),
    portfolioUrl: text('portfolio_url'),
    twitterHandle: text('twitter_handle'),
    linkedinUrl: text('linkedin_url'),
    githubUsername: text('github_username'),
    kaggleUsername: text('kaggle_username'),
    currentCohortId: text('current_cohort_id').references(() => cohorts.id, { onDelete: 'set null' }),
    /** Set when the holder of a staff account deletes it. The account is then SUSPENDED, and erased after a hold. */
    closedAt: moment('closed_at'),
    approvedAt: moment('approved_at'),
    approvedById: text('approved_by_id').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** Resources a day, chosen by the learner. */
    dailyGoal: integer('daily_goal').notNull().default(1),
    isHiddenFromBoards: boolean('is_hidden_from_boards').notNull().default(false),
    /** Raised to give the private calendar feed another address. */
    calendarVersion: integer('calendar_version').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text').generatedAlwaysAs(searchedText),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_olid_key').on(table.olid),
    index('users_status_idx').on(table.status, table.createdAt.desc().nullsFirst()),
    // `role` is in the index because most lists filter by it.
    index('users_created_order_idx').on(table.createdAt.desc().nullsFirst(), table.id, table.role),
    index('users_figures_idx').on(table.status, table.role, table.migratedToV2At),
    index('users_name_order_idx').on(sql`${table.name} collate "und-x-icu"`, table.id, table.role),
    index('users_olid_order_idx').on(table.olid.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('users_role_idx').on(table.role, table.createdAt.desc().nullsFirst(), table.id),
    index('users_name_words_idx').using('gin', sql`to_tsvector('simple', ${foldedText(sql`${table.name}`)})`),
    index('users_approved_by_id_idx').on(table.approvedById).where(sql`${table.approvedById} is not null`),
    index('users_closed_at_idx').on(table.closedAt).where(sql`${table.closedAt} is not null`),
    // Accounts with an imported bcrypt hash. Every sign-in reads the highest cost among them.
    index('users_earlier_password_idx')
      .on(sql`substr(${table.passwordHash}, 5, 2)`)
      .where(sql`${table.passwordHash} like '$2%'`),
    check('users_daily_goal_known', sql`${table.dailyGoal} in (1, 3, 5)`),
    check('users_closed_suspended', sql`${table.closedAt} is null or ${table.status} = 'SUSPENDED'`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check(
      'users_role_known',
      sql`${table.role} in ('PIONEER','LUMINARY','PATHFINDER','CHIEF_PATHFINDER','GRAND_PATHFINDER','ADMIN')`,
    ),
    check('users_status_known', sql`${table.status} in ('PENDING','ACTIVE','SUSPENDED','INACTIVE')`),
    check('users_name_present', sql`length(${table.name}) between 1 and 120`),
    check('users_graduation_year_range', sql`${table.graduationYear} between 2000 and 2200`),
    check('users_twitter_handle_at', sql`${table.twitterHandle} like '@%'`),
  ],
);

/**
 * Accounts made by the demo, or made staff by one of them, until an operator takes them over. Anyone who saw the demo
 * may have a way in.
 */
export const demoAccounts = pgTable('demo_accounts', {
  userId: belongsTo('user_id', () => users.id).primaryKey(),
});

/** Stores only the hash of the refresh token, which lives as long as the session. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    refreshTokenHash: text('refresh_token_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    /** Last sign-in or check by password, passkey or recovery code. */
    provenAt: moment('proven_at').notNull().defaultNow(),
    /** Same, but only by passkey or recovery code. */
    passkeyProvenAt: moment('passkey_proven_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sessions_refresh_token_hash_key').on(table.refreshTokenHash),
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
);

/** "This was not me" links in mails. Using a link deletes its row. */
export const reportLinks = pgTable(
  'report_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    email: text('email').notNull(),
    sessionBeganAt: moment('session_began_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('report_links_user_id_idx').on(table.userId)],
);

/** For seven days only the address that an account left can recover it (docs/decisions/0043). */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    userId: belongsTo('user_id', () => users.id).primaryKey(),
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('former_addresses_email_idx').on(table.email)],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Counter of the authenticator; stays 0 for one that does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').notNull().default(''),
    name: text('name').notNull(),
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    index('passkeys_user_id_idx').on(table.userId, table.createdAt),
    check('passkeys_name_present', sql`length(${table.name}) between 1 and 120`),
  ],
);

/** Unused codes only. 80 random bits need no slow hash. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: belongsTo('user_id', () => users.id),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Answered challenges, to prevent replay. Open challenges are signed instead of stored, so requests cannot fill the
 * table.
 */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_at_idx').on(table.expiresAt)],
);

/** A refresh adds a token and keeps the older ones until they expire, so that tabs do not race. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: belongsTo('session_id', () => sessions.id),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('access_tokens_session_id_idx').on(table.sessionId),
    index('access_tokens_expires_at_idx').on(table.expiresAt),
  ],
);

/**
 * Networks and browsers of earlier sign-ins; failures elsewhere do not lock the owner out there (docs/security.md P19).
 * Stores only hashes.
 */
export const knownOrigins = pgTable(
  'known_origins',
  {
    userId: belongsTo('user_id', () => users.id),
    kind: text('kind').notNull(),
    originHash: text('origin_hash').notNull(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.originHash] }),
    index('known_origins_origin_hash_idx').on(table.originHash),
    index('known_origins_last_used_at_idx').on(table.lastUsedAt),
    check('known_origins_kind_known', sql`${table.kind} in ('NETWORK','DEVICE')`),
  ],
);

/**
 * At most one code per kind and address. PASSWORD_RESET stores a keyed hash as `email` and no user, so that known and
 * unknown addresses have the same row.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    kind: text('kind').notNull(),
    email: text('email').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    /**
     * The new address of an EMAIL_CHANGE; `email` is the current one, so that nobody can block another account's
     * change.
     */
    newEmail: text('new_email'),
    attempts: integer('attempts').notNull().default(0),
    linkHash: text('link_hash'),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.email] }),
    index('one_time_codes_user_id_idx').on(table.userId),
    index('one_time_codes_expires_at_idx').on(table.expiresAt),
    check(
      'one_time_codes_kind_known',
      sql`${table.kind} in ('EMAIL_VERIFICATION','PASSWORD_RESET','EMAIL_CHANGE','EVENT_GUEST')`,
    ),
    check(
      'one_time_codes_new_email',
      sql`(${table.kind} = 'EMAIL_CHANGE') = (${table.newEmail} is not null)`,
    ),
    check('one_time_codes_attempts_range', sql`${table.attempts} between 0 and 5`),
  ],
);

export const pathfinderScopes = pgTable(
  'pathfinder_scopes',
  {
    id: text('id').primaryKey(),
    pathfinderId: belongsTo('pathfinder_id', () => users.id),
    leagueId: belongsTo('league_id', () => leagues.id),
    canManageUsers: boolean('can_manage_users').notNull().default(false),
    canViewAnalytics: boolean('can_view_analytics').notNull().default(true),
    canCreateContent: boolean('can_create_content').notNull().default(false),
    assignedAt: moment('assigned_at').notNull().defaultNow(),
    assignedById: text('assigned_by_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('pathfinder_scopes_pathfinder_league_key').on(table.pathfinderId, table.leagueId),
    index('pathfinder_scopes_league_id_idx').on(table.leagueId),
    index('pathfinder_scopes_assigned_by_id_idx')
      .on(table.assignedById)
      .where(sql`${table.assignedById} is not null`),
  ],
);

/** Allocation locks the row of its year. */
export const olidSequences = pgTable('olid_sequences', {
  year: integer('year').primaryKey(),
  lastNumber: integer('last_number').notNull(),
});
