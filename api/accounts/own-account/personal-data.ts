/**
 * Personal data by column. docs/privacy.md is printed from it; tests compare it with the schema, the download and a
 * deleted account.
 */
export interface PersonalField {
  table: string;
  columns: readonly string[];
  purpose: string;
  retention: string;
  /** Part of the downloaded file; null for secrets and data about no single person. */
  download: string | null;
  onDeletion: 'deleted' | 'emptied' | 'nameless' | 'kept' | 'expires';
}

export const ACCOUNT = 'as long as the account';
const field = (
  table: string,
  columns: string,
  purpose: string,
  download: string | null,
  { retention = ACCOUNT, onDeletion = 'deleted' }: Partial<PersonalField> = {},
): PersonalField => ({ table, columns: columns.split(' '), purpose, retention, download, onDeletion });

const SESSION = 'until 30 days after the session ends';
const KNOWN = '30 days after the last sign-in from there, 180 days for a browser';
const CODE = 'until one day after it expires';
const MAIL = '90 days';
const REPEAT = '7 days';
const LEARNING = 'to show the learner their own learning';
const ANSWER = 'the answer to an assignment, for review';

export const PERSONAL_DATA: readonly PersonalField[] = [
  field('users', 'id', 'to tell accounts apart', 'account'),
  field('users', 'name', 'to address the person, and to show on the leaderboard', 'account'),
  field('users', 'email', 'to sign in, and to send messages about the account', 'account'),
  field('users', 'email_verified_at', 'to know that the address is theirs', 'account'),
  field('users', 'mailbox_proven_at', 'to know that the reader of the mailbox proved it', 'account'),
  field('users', 'password_hash', 'to check the password; the password itself is never stored', null),
  field('users', 'role status', 'to decide what the account may do', 'account'),
  field(
    'users',
    'institute department graduation_year phone_number student_id',
    'to know who takes part, asked for in the profile',
    'account',
  ),
  field('users', 'olid migrated_to_v2_at', 'the member number, given with the completed profile', 'account'),
  field(
    'users',
    'discord_username portfolio_url twitter_handle linkedin_url github_username kaggle_username',
    'to link a learner with their work, if they wish',
    'account',
  ),
  field('users', 'search_text', 'to find the account by what of it is listed above', null),
  field('users', 'current_cohort_id', 'to place the learner in an intake', 'account'),
  field('users', 'closed_at', 'to know when a staff account is to be erased', 'account'),
  field('users', 'approved_at approved_by_id', 'to know who let the account in', 'account', {
    retention: `${ACCOUNT}; the approver’s name goes with the approver’s account`,
  }),
  field('users', 'created_at updated_at', 'to know how old the account is', 'account'),

  field('sessions', 'user_id', 'to know whose session it is', 'sessions', { retention: SESSION }),
  field('sessions', 'refresh_token_hash', 'to recognize the device that signed in', null, {
    retention: SESSION,
  }),
  field('sessions', 'ip_address user_agent', 'to show where one is signed in', 'sessions', {
    retention: SESSION,
  }),
  field('sessions', 'created_at last_used_at expires_at revoked_at', 'to end sessions in time', 'sessions', {
    retention: SESSION,
  }),
  field(
    'sessions',
    'proven_at passkey_proven_at',
    'to know when the person last proved who they are',
    'sessions',
    {
      retention: SESSION,
    },
  ),
  field('report_links', 'token_hash', 'to recognize the link “this was not me” of a mail', null, {
    retention: REPEAT,
  }),
  field(
    'report_links',
    'user_id email session_began_at created_at',
    'to end what the owner reports by a link “this was not me”, since the reported session began',
    'reportLinks',
    { retention: REPEAT },
  ),
  field(
    'former_addresses',
    'user_id email created_at',
    'to give an account back to the address it was moved away from, and to nobody else meanwhile',
    'formerAddresses',
    { retention: REPEAT },
  ),
  field('passkeys', 'user_id name created_at last_used_at', 'to sign in without a password', 'passkeys'),
  field(
    'passkeys',
    'credential_id public_key counter transports is_synced',
    'to check a passkey; its secret part never leaves the device',
    'passkeys',
  ),
  field('recovery_codes', 'user_id created_at', 'to sign in after all passkeys are lost', 'recoveryCodes'),
  field('recovery_codes', 'code_hash', 'to check a recovery code; the code itself is never stored', null),
  field('access_tokens', 'token_hash session_id expires_at', 'to recognize a signed-in caller', null, {
    retention: 'until one hour after it expires (15 minutes)',
  }),
  field('known_origins', 'origin_hash', 'to recognize a network or browser; the address is hashed', null, {
    retention: KNOWN,
  }),
  field(
    'known_origins',
    'user_id kind last_used_at',
    'to let the owner sign in while others guess the password',
    'knownOrigins',
    { retention: KNOWN },
  ),
  field(
    'one_time_codes',
    'link_hash',
    'to check the link of a reset mail; the link itself is never stored',
    null,
    {
      retention: CODE,
    },
  ),
  field('one_time_codes', 'code_hash', 'to check a code; the code itself is never stored', null, {
    retention: CODE,
  }),
  field(
    'one_time_codes',
    'user_id kind email new_email attempts created_at expires_at used_at',
    'to prove an address',
    'codes',
    { retention: CODE },
  ),
  field(
    'pathfinder_scopes',
    'pathfinder_id league_id can_manage_users can_view_analytics can_create_content assigned_at',
    'to decide which leagues a staff member may manage',
    'scopes',
  ),
  field('pathfinder_scopes', 'assigned_by_id', 'to know who gave the scope', 'workForOthers', {
    onDeletion: 'emptied',
  }),

  field('enrollments', 'user_id cohort_id league_id enrolled_at updated_at', LEARNING, 'enrollments'),
  field(
    'progress_events',
    'user_id resource_id section_id league_id kind personal_note time_spent_seconds restored_completed_at ' +
      'restored_marked_at undoes_id occurred_at',
    'the history that every count is made from',
    'progressEvents',
  ),
  field('progress_events', 'idempotency_key', 'to recognize a request that was sent twice', null),
  field(
    'answered_requests',
    'user_id idempotency_key request_hash answered_at',
    'to recognize a request that was sent twice',
    null,
    { retention: REPEAT },
  ),
  field(
    'answered_requests',
    'reply',
    'to answer it as the first time; a copy of what stands elsewhere in the file',
    null,
    { retention: REPEAT },
  ),
  field(
    'resource_progress',
    'user_id resource_id completed_at marked_for_revision_at personal_note time_spent_seconds created_at updated_at',
    LEARNING,
    'resourceProgress',
  ),
  field(
    'revision_cards',
    'user_id resource_id marked_at due_at stability difficulty state repetitions lapses scheduled_days reviewed_at',
    'to say when a marked resource is worth looking at again',
    'revisionCards',
  ),
  field(
    'revision_reviews',
    'user_id resource_id rating card_before reviewed_at undone_at',
    'to say when a marked resource is worth looking at again',
    'revisionReviews',
  ),
  field(
    'revision_pauses',
    'user_id paused_at',
    'to leave a learner alone who paused revision',
    'revisionPauses',
  ),
  field(
    'section_progress',
    'user_id section_id completed_resources completed_at marked_for_revision_at personal_note created_at updated_at',
    LEARNING,
    'sectionProgress',
  ),
  field(
    'league_progress',
    'user_id league_id completed_resources completed_sections completed_weeks last_completed_at last_completed_resource_id updated_at',
    LEARNING,
    'leagueProgress',
  ),
  field(
    'learner_stats',
    'user_id completed_resources badges_earned last_completed_at last_completed_resource_id is_ranked',
    'to rank learners who take part in the leaderboard',
    'learnerStats',
  ),
  field(
    'rank_snapshots',
    'user_id week_start rank',
    'to show how a place on the leaderboard moved since the week began',
    'weekRanks',
    { retention: 'until the next week begins' },
  ),
  field(
    'submissions',
    'user_id assignment_id status attempts content file_url github_url live_url submitted_at feedback reviewed_at created_at updated_at',
    ANSWER,
    'submissions',
  ),
  field(
    'submission_attempts',
    'submission_id number status content file_url github_url live_url submitted_at feedback reviewed_at',
    ANSWER,
    'submissions',
  ),
  field(
    'submissions',
    'reviewed_by_id',
    'to know who reviewed an answer; the review itself stays with the learner',
    'workForOthers',
    { onDeletion: 'emptied' },
  ),
  field(
    'submissions',
    'claimed_by_id',
    'to keep two people from reviewing the same answer',
    'workForOthers',
    {
      retention:
        'until the review is saved or given back; 20 minutes after that person was last at it, it counts no more',
      onDeletion: 'emptied',
    },
  ),
  field(
    'submission_attempts',
    'reviewed_by_id',
    'to know who reviewed an attempt; the review itself stays with the learner',
    'workForOthers',
    { onDeletion: 'emptied' },
  ),
  field('user_badges', 'user_id badge_id earned_at reason', 'to show what was earned', 'badges'),
  field('user_badges', 'awarded_by_id', 'to know who gave the badge', 'workForOthers', {
    onDeletion: 'emptied',
  }),
  field(
    'user_specializations',
    'user_id specialization_id completed_at',
    'to show what was earned',
    'specializations',
  ),
  field(
    'certificates',
    'user_id holder_name',
    'to show who completed what, to whoever has the code',
    'certificates',
    {
      onDeletion: 'emptied',
    },
  ),
  field(
    'certificates',
    'code kind league_id specialization_id title issuer completed_at issued_at renamed_at revoked_at',
    'to show that a certificate is genuine, or no longer is',
    'certificates',
    { retention: 'for good, after deletion without a name', onDeletion: 'nameless' },
  ),
  field(
    'certificates',
    'revocation_reason renaming_reason',
    'to say publicly why a certificate was revoked, or its name corrected',
    'certificates',
    {
      onDeletion: 'emptied',
    },
  ),
  field('certificates', 'search_text', 'to find the certificate by what of it is listed above', null, {
    retention: 'for good, after deletion without a name',
    onDeletion: 'nameless',
  }),
  field('certificates', 'revoked_by_id', 'to know who revoked a certificate', 'workForOthers', {
    onDeletion: 'emptied',
  }),

  field(
    'outbox_messages',
    'user_id kind to_address created_at sent_at failed_at',
    'to send a message once, and to show how far it got',
    'messages',
    { retention: MAIL },
  ),
  field(
    'outbox_messages',
    'sealed_content',
    'the words of a message that waits to be sent, encrypted',
    null,
    {
      retention: 'until it is sent, at most 7 days',
    },
  ),
  field(
    'audit_log',
    'actor_id target_user_id action created_at request_id',
    'to find out who did what; entries are never changed or removed',
    'auditEntries',
    { retention: 'for good, after deletion as a bare id', onDeletion: 'kept' },
  ),
  field(
    'audit_log',
    'evidence',
    'roles, states, permissions and ids of leagues, from and to; no words about a person',
    'auditEntries',
    { retention: 'for good, after deletion beside a bare id', onDeletion: 'kept' },
  ),
  field('audit_log', 'description metadata', 'to tell what a change was about', 'auditEntries', {
    onDeletion: 'emptied',
  }),
  field('audit_log', 'ip_address', 'to find out where a change came from', 'auditEntries', {
    onDeletion: 'emptied',
  }),
  field(
    'rate_limits',
    'key count window_ends_at',
    'to stop guessing and floods, by account and address',
    null,
    {
      retention: 'until one hour after its window (at most a day)',
      onDeletion: 'expires',
    },
  ),
];
